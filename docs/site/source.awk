# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# A kernel file as Doxygen reads it: its opening comment and nothing else. The page with its source is
# made from the file itself. The functions are documented once, in the contract.
FNR <= 3 && /SPDX|^\/\/$/ { next }
FNR == 1 || reading != 2 {
    if (!/^\/\//) { reading = 2; next }
    sub(/^\/\/ ?/, "")
    sub(/^SOLUTION ONLY: /, "")
    if (!count++) title = $0
    text = text $0 "\n"
}
END {
    gsub(/[@\\]/, " ", title)
    gsub(/&/, "\\&amp;", title)
    gsub(/</, "\\&lt;", title)
    print "/** @file"
    print "@brief " title
    print "@verbatim"
    printf "%s", text
    print "@endverbatim */"
}
