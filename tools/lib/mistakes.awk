# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# What should stand at the top of "Common mistakes" of a lesson: a link to each of them, in their order, a line each.
# Used after markdown.awk. POSIX awk.
/^## / { inside = /^## Common mistakes/ }
inside && /^### / { title = substr($0, 5); print "[" title "](#" heading_name(title) ")" }
