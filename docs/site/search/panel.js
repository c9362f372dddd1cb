// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
//
// The list of what is found lies in a frame, and says how high it is (find.js). In a page that was opened as a file, a
// page cannot look into its frames.

window.addEventListener('message', event => {
  const frame = document.getElementById('MSearchResults');
  if (!frame || event.source !== frame.contentWindow || !event.data || !(event.data.height > 0)) return;
  frame.style.setProperty('--found-height', event.data.height + 'px');
});
