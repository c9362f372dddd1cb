# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# Formulas in the part of TeX that the texts use, as MathML, which every browser shows without a network
# or a script. mathml(text, display) is the way in. A command that is not known here is an error: it goes
# to stderr and makes the site fail, so that nothing is shown half. POSIX awk, ASCII only.

function math_names(    i, pair, count, pairs) {
    count = split("cdot 8901,times 215,oplus 8853,le 8804,leq 8804,ge 8805,geq 8805,ne 8800,neq 8800,approx 8776," \
        "sim 8764,equiv 8801,ll 8810,gg 8811,pm 177,in 8712,to 8594,rightarrow 8594,leftarrow 8592,Rightarrow 8658," \
        "propto 8733,ldots 8230,dots 8230,cdots 8943,lbrace 123,rbrace 125,lceil 8968,rceil 8969,lfloor 8970," \
        "rfloor 8971,langle 10216,rangle 10217", pairs, ",")
    for (i = 1; i <= count; i++) { split(pairs[i], pair, " "); math_sign[pair[1]] = "&#" pair[2] ";" }
    count = split("infty 8734,alpha 945,beta 946,gamma 947,delta 948,epsilon 949,varepsilon 949,theta 952,lambda 955," \
        "mu 956,pi 960,rho 961,sigma 963,tau 964,phi 966,omega 969,Delta 916,Sigma 931,Omega 937", pairs, ",")
    for (i = 1; i <= count; i++) { split(pairs[i], pair, " "); math_letter[pair[1]] = "&#" pair[2] ";" }
}

function math_operator(sign) { return "<mo stretchy=\"false\">" sign "</mo>" }

function math_bar(sign) { return "<mo stretchy=\"false\" lspace=\"0\" rspace=\"0\">" sign "</mo>" }

function math_blanks() { while (substr(math_text, math_at, 1) == " ") math_at++ }

# The next token: a command with its backslash, a number, or one character.
function math_token(    rest) {
    math_blanks()
    rest = substr(math_text, math_at)
    if (match(rest, /^\\([a-zA-Z]+|.)/) || match(rest, /^[0-9]+(\.[0-9]+)?/)) rest = substr(rest, 1, RLENGTH)
    else rest = substr(rest, 1, 1)
    return rest
}
function math_take(    token) {
    token = math_token()
    math_at += length(token)
    math_before = math_now
    math_now = token
    return token
}

# What stands between braces, as it is: for \text and \begin.
function math_raw(    from, to) {
    math_blanks()
    from = math_at + 1
    to = index(substr(math_text, from), "}")
    math_at = from + to
    return substr(math_text, from, to - 1)
}

function math_escape(text) {
    gsub(/&/, "\\&amp;", text)
    gsub(/</, "\\&lt;", text)
    gsub(/>/, "\\&gt;", text)
    gsub(/\|/, "\\&#124;", text)
    return text
}

function math_word(text) {
    text = math_escape(text)
    gsub(/ /, "\\&#160;", text)
    return "<mtext>" text "</mtext>"
}

# \begin{cases} ... & ... \\ ... \end{cases}
function math_cases(    rows) {
    rows = "<mtr><mtd>"
    for (;;) {
        rows = rows math_until("&", "\\\\", "\\end")
        if (math_stop == "&") rows = rows "</mtd><mtd>"
        else if (math_stop == "\\\\") rows = rows "</mtd></mtr><mtr><mtd>"
        else break
    }
    math_raw()
    return "<mrow><mo>{</mo><mtable columnalign=\"left\">" rows "</mtd></mtr></mtable></mrow>"
}

# One piece without what stands above or below it. Sets math_stacks: whether a display puts these there.
function math_piece(    token, name, inner, close_sign) {
    math_stacks = 0
    token = math_take()
    if (token == "{") return "<mrow>" math_until("}") "</mrow>"
    if (token ~ /^[0-9]/) return "<mn>" token "</mn>"
    if (token ~ /^[a-zA-Z]$/) return "<mi>" token "</mi>"
    if (token == "-")
        return math_before == "" || math_before ~ /^([][(){,=|+*\/<>^_&]|\\(cdot|oplus|left|le|ge|lbrace|lvert|times|leftarrow|rightarrow|to|in|leq|geq|ne|neq|approx|equiv))$/ ? \
            "<mo form=\"prefix\">&#8722;</mo>" : math_operator("&#8722;")
    if (token == "|") return math_bar("&#124;")
    if (token !~ /^\\/) return token == "" ? "" : math_operator(math_escape(token))
    name = substr(token, 2)
    if (name == "frac") { inner = math_piece(); return "<mfrac>" inner math_piece() "</mfrac>" }
    if (name == "sqrt") return "<msqrt>" math_piece() "</msqrt>"
    if (name == "text" || name == "mathrm") return math_word(math_raw())
    if (name == "quad") return "<mspace width=\"1em\"/>"
    if (name == "qquad") return "<mspace width=\"2em\"/>"
    if (name == "sum") { math_stacks = 1; return "<mo>&#8721;</mo>" }
    if (name == "prod") { math_stacks = 1; return "<mo>&#8719;</mo>" }
    if (name == "bmod") return "<mo lspace=\"0.3em\" rspace=\"0.3em\">mod</mo>"
    if (name ~ /^(max|min|log|ln|exp)$/) return "<mi>" name "</mi>"
    if (name == "begin" && math_raw() == "cases") return math_cases()
    if (name == "left") {
        inner = math_escape(math_take())
        inner = "<mrow><mo>" inner "</mo>" math_until("\\right")
        close_sign = math_escape(math_take())
        return inner "<mo>" close_sign "</mo></mrow>"
    }
    if (name ~ /^[lr]vert$/) return math_bar("&#124;")
    if (name in math_letter) return "<mi>" math_letter[name] "</mi>"
    if (name in math_sign) return math_operator(math_sign[name])
    if (name == "{" || name == "}") return math_operator(name)
    if (name ~ /^[ ,;:]$/) return "<mspace width=\"0.2em\"/>"
    print "mathml.awk: unknown command in a formula: " token > "/dev/stderr"
    math_failed = 1
    return "<mtext>" math_escape(token) "</mtext>"
}

# Pieces up to one of the tokens, which is taken; "" is the end of the formula. Sets math_stop.
function math_until(stop, other, third,    out, token, piece, lower, upper, stacks) {
    out = ""
    for (;;) {
        token = math_token()
        if (token == "" || token == stop || (other != "" && token == other) || (third != "" && token == third)) {
            math_take()
            math_stop = token
            return out
        }
        piece = math_piece()
        stacks = math_stacks && math_display
        lower = upper = ""
        for (;;) {
            token = math_token()
            if (token == "_") { math_take(); lower = math_piece() }
            else if (token == "^") { math_take(); upper = upper math_piece() }
            else if (token == "'") { math_take(); upper = upper "<mo>&#8242;</mo>" }
            else break
        }
        if (lower != "" && upper != "")
            piece = stacks ? "<munderover>" piece lower upper "</munderover>" \
                           : "<msubsup>" piece lower "<mrow>" upper "</mrow></msubsup>"
        else if (lower != "")
            piece = stacks ? "<munder>" piece lower "</munder>" : "<msub>" piece lower "</msub>"
        else if (upper != "")
            piece = stacks ? "<mover>" piece upper "</mover>" : "<msup>" piece "<mrow>" upper "</mrow></msup>"
        out = out piece
    }
}

function mathml(text, display,    inner) {
    if (!("cdot" in math_sign)) math_names()
    math_text = text
    math_at = 1
    math_now = ""
    math_display = display
    inner = math_until("")
    return "<math" (display ? " display=\"block\"" : "") "><mrow>" inner "</mrow></math>"
}
