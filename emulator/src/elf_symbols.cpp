// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "elf_symbols.hpp"

#include <elf.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace workshop::emulator {
namespace {

/// A file in memory, for as long as the object lives.
class MappedFile {
  public:
    explicit MappedFile(const char* path) {
        const int file = open(path, O_RDONLY | O_CLOEXEC);
        if (file < 0) return;
        struct stat status {};
        if (fstat(file, &status) == 0 && status.st_size > 0) {
            size_ = static_cast<std::size_t>(status.st_size);
            data_ = mmap(nullptr, size_, PROT_READ, MAP_PRIVATE, file, 0);
            if (data_ == MAP_FAILED) data_ = nullptr;
        }
        close(file);
    }
    ~MappedFile() {
        if (data_ != nullptr) munmap(data_, size_);
    }
    MappedFile(const MappedFile&) = delete;
    MappedFile& operator=(const MappedFile&) = delete;

    /// `count` objects at an offset, or null when the file ends before.
    template <class T>
    const T* at(std::uint64_t offset, std::uint64_t count = 1) const {
        if (data_ == nullptr || offset > size_ || count > (size_ - offset) / sizeof(T))
            return nullptr;
        return reinterpret_cast<const T*>(static_cast<const char*>(data_) + offset);
    }

  private:
    void* data_ = nullptr;
    std::size_t size_ = 0;
};

void read_table(const MappedFile& file, const Elf64_Shdr& table, const Elf64_Shdr& strings,
                ElfSymbols& result) {
    const std::uint64_t count = table.sh_size / sizeof(Elf64_Sym);
    const auto* symbols = file.at<Elf64_Sym>(table.sh_offset, count);
    const auto* names = file.at<char>(strings.sh_offset, strings.sh_size);
    if (symbols == nullptr || names == nullptr) return;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Elf64_Sym& symbol = symbols[i];
        if (symbol.st_shndx == SHN_UNDEF || symbol.st_name >= strings.sh_size) continue;
        const char* name = names + symbol.st_name;
        const std::size_t length = strnlen(name, strings.sh_size - symbol.st_name);
        const int type = ELF64_ST_TYPE(symbol.st_info);
        if (type == STT_FUNC) {
            result.functions.push_back(
                {std::string(name, length), symbol.st_value, symbol.st_size});
        } else if (type == STT_OBJECT) {
            result.variables.push_back(
                {std::string(name, length), symbol.st_value, symbol.st_size});
        } else if (type == STT_TLS) {
            result.thread_locals.push_back(
                {std::string(name, length), symbol.st_value, symbol.st_size});
        }
    }
}

}  // namespace

ElfSymbols read_elf_symbols(const char* path) {
    ElfSymbols result;
    const MappedFile file(path);
    const auto* header = file.at<Elf64_Ehdr>(0);
    if (header == nullptr || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64) {
        return result;
    }
    const auto* sections = file.at<Elf64_Shdr>(header->e_shoff, header->e_shnum);
    if (sections == nullptr) return result;
    for (int i = 0; i < header->e_shnum; ++i) {
        if (sections[i].sh_type == SHT_SYMTAB && sections[i].sh_link < header->e_shnum) {
            read_table(file, sections[i], sections[sections[i].sh_link], result);
        }
    }
    const auto by_value = [](const ElfSymbol& a, const ElfSymbol& b) { return a.value < b.value; };
    std::sort(result.functions.begin(), result.functions.end(), by_value);
    std::sort(result.variables.begin(), result.variables.end(), by_value);
    std::sort(result.thread_locals.begin(), result.thread_locals.end(), by_value);
    return result;
}

}  // namespace workshop::emulator
