// SPDX-FileCopyrightText: the CUDA kernel workshop contributors
// SPDX-License-Identifier: Apache-2.0
#include "device_model.hpp"

#include <cstdio>
#include <cstdlib>

#include "exit_at_once.hpp"

namespace workshop::emulator {
namespace {

constexpr std::size_t KiB = 1024;
constexpr std::size_t MiB = 1024 * KiB;
constexpr std::size_t GiB = 1024 * MiB;

/// What all CUDA devices of the last ten years share.
DeviceModel common(const char* name, const char* description, int major, int minor) {
    DeviceModel model{};
    model.name = name;
    model.description = description;
    model.compute_major = major;
    model.compute_minor = minor;
    model.max_threads_per_block = 1024;
    model.max_block_dim[0] = 1024;
    model.max_block_dim[1] = 1024;
    model.max_block_dim[2] = 64;
    model.max_grid_dim[0] = 2147483647;
    model.max_grid_dim[1] = 65535;
    model.max_grid_dim[2] = 65535;
    model.registers_per_multiprocessor = 65536;
    model.registers_per_block = 65536;
    model.shared_memory_per_block = 48 * KiB;
    return model;
}

/// The limits of one multiprocessor, as the table of compute capabilities in the CUDA programming
/// guide gives them. From 8.0 on the system keeps 1 KiB of shared memory for each block.
void set_multiprocessor(DeviceModel& model, int threads, int blocks,
                        std::vector<int> carveouts_kb) {
    const bool reserves = model.compute_major >= 8;
    const auto shared_kb = static_cast<std::size_t>(carveouts_kb.back());
    model.max_threads_per_multiprocessor = threads;
    model.max_blocks_per_multiprocessor = blocks;
    model.shared_memory_per_multiprocessor = shared_kb * KiB;
    model.shared_memory_reserved_per_block = reserves ? KiB : 0;
    model.shared_memory_per_block_optin = (shared_kb - (reserves ? 1 : 0)) * KiB;
    model.shared_memory_granularity = reserves ? 128 : 256;
    model.shared_memory_carveouts_kb = std::move(carveouts_kb);
}

/// What differs from product to product.
void set_board(DeviceModel& model, int multiprocessors, std::size_t l2, std::size_t memory,
               int clock_mhz, int memory_clock_mhz, int bus_bits) {
    model.multiprocessors = multiprocessors;
    model.l2_bytes = l2;
    model.memory_bytes = memory;
    model.clock_khz = clock_mhz * 1000;
    model.memory_clock_khz = memory_clock_mhz * 1000;
    model.memory_bus_bits = bus_bits;
}

std::vector<DeviceModel> make_models() {
    DeviceModel h200 = common("h200", "CPU device playing an NVIDIA H200", 9, 0);
    set_multiprocessor(h200, 2048, 32, {0, 8, 16, 32, 64, 100, 132, 164, 196, 228});
    set_board(h200, 132, 60 * MiB, std::size_t{150109880320}, 1980, 3201,
              6016);  // as it says itself

    DeviceModel a100 = common("a100", "CPU device playing an NVIDIA A100 80 GB", 8, 0);
    set_multiprocessor(a100, 2048, 32, {0, 8, 16, 32, 64, 100, 132, 164});
    set_board(a100, 108, 40 * MiB, 80 * GiB, 1410, 1593, 5120);

    DeviceModel rtx4090 = common("rtx4090", "CPU device playing a GeForce RTX 4090", 8, 9);
    set_multiprocessor(rtx4090, 1536, 24, {0, 8, 16, 32, 64, 100});
    set_board(rtx4090, 128, 72 * MiB, 24 * GiB, 2520, 10501, 384);

    DeviceModel t4 = common("t4", "CPU device playing a Tesla T4", 7, 5);
    set_multiprocessor(t4, 1024, 16, {32, 64});
    set_board(t4, 40, 4 * MiB, 16 * GiB, 1590, 5001, 256);

    // No product: one multiprocessor, so that a grid that fits the device is a handful of blocks.
    DeviceModel tiny = common("tiny", "CPU device with one multiprocessor", 7, 5);
    set_multiprocessor(tiny, 1024, 16, {32, 64});
    set_board(tiny, 1, 512 * KiB, 1 * GiB, 1000, 1000, 64);

    // No product: an odd number of multiprocessors, so that nothing divides evenly.
    DeviceModel toy = common("toy", "CPU device with seven multiprocessors", 8, 6);
    set_multiprocessor(toy, 1536, 16, {0, 8, 16, 32, 64, 100});
    set_board(toy, 7, 2 * MiB, 4 * GiB, 1000, 2000, 128);

    return {h200, a100, rtx4090, t4, tiny, toy};
}

const DeviceModel& chosen_model() {
    const char* name = std::getenv("WORKSHOP_DEVICE");
    if (name == nullptr || *name == '\0') return device_models().front();
    if (const DeviceModel* model = find_device_model(name)) return *model;
    std::fprintf(stderr, "error: WORKSHOP_DEVICE is '%s'. Valid values: %s.\n", name,
                 device_model_names().c_str());
    exit_at_once();
}

}  // namespace

const std::vector<DeviceModel>& device_models() {
    // Never destroyed: the profile of a process is written when its objects are gone already.
    static const std::vector<DeviceModel>& models = *new std::vector<DeviceModel>(make_models());
    return models;
}

const DeviceModel* find_device_model(const std::string& name) {
    for (const DeviceModel& model : device_models()) {
        if (name == model.name) return &model;
    }
    return nullptr;
}

const DeviceModel& current_device_model() {
    static const DeviceModel& model = chosen_model();
    return model;
}

std::string device_model_names() {
    std::string names;
    for (const DeviceModel& model : device_models()) {
        if (!names.empty()) names += ", ";
        names += model.name;
    }
    return names;
}

}  // namespace workshop::emulator
