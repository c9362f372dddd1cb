#!/bin/sh
# SPDX-FileCopyrightText: the CUDA kernel workshop contributors
# SPDX-License-Identifier: Apache-2.0
#
# The reports on known wrong kernels name what is wrong with them.
# Usage: mutant_reports_test.sh PROGRAM-FOLDER
set -eu
programs=$1
status=0

# says LESSON/MUTANT CHECK WORDS...: the report of that check contains each of the words.
says() {
    mutant=$1
    check=$2
    shift 2
    # One line, so that words are found where the report breaks a line.
    text=$("$programs/check_${mutant%%/*}_mutant_${mutant##*/}" --filter="$check" </dev/null |
        tr -s '\n ' '  ' | sed 's/ | / /g') || true
    for words in "$@"; do
        case $text in
            *"$words"*) ;;
            *)
                echo "FAIL: $mutant, $check: the report does not say: $words"
                echo "      $text"
                status=1
                ;;
        esac
    done
}

says 01_serial_softmax/block_index_forgotten serial_softmax.WritesEveryElement \
    'all rows from row 128 on' 'They were never written.' \
    'thread (0,0,0) of block (0,0,0) made the other access, and nothing orders the two'
says 01_serial_softmax/no_maximum_subtracted serial_softmax.LargeValues \
    'x = 800, its maximum is 800' 'start at -INFINITY'
says 01_serial_softmax/maximum_starts_at_zero serial_softmax.AllEqualMinus1000 \
    'x = -1000, its maximum is -1000' 'start at -INFINITY'
says 01_serial_softmax/bound_check_missing serial_softmax.WritesEveryElement \
    'Threads without a row do not leave: if (row >= rows) return;'
says 01_serial_softmax/output_rows_ldx_apart serial_softmax.LeadingDimensions \
    'begins at r * ldy, but the kernel takes r * ldx'
says 02_block_reduction/output_taken_for_zero row_sum_tree.OrdinaryRows \
    'The kernel reads the output before it writes it'
says 02_block_reduction/only_first_warp_counts row_sum_shuffle.OneMillionOnes \
    'They are all 0.33334 times' 'likely cause: Only what the first warp has added is in the result'
says 02_block_reduction/only_first_warp_counts row_sum_shuffle.OrdinaryRows \
    'With a row of 1024 ones, where 1024 is wanted: right with 1, 31 and 32 threads a block'
says 02_block_reduction/upper_half_leaves_early row_sum_tree.OrdinaryRows \
    'All that was looked at is right, but the device reported' \
    'threads have finished without reaching this __syncthreads' 'more times)'

says 01_serial_softmax/masked_row_set_to_zero serial_softmax.FullyMaskedRow 'Is the row set to 0' '#masked-row'
says 01_serial_softmax/input_rows_cols_apart serial_softmax.LeadingDimensions \
    'not at x + r * cols' '#leading-dimension'
says 01_serial_softmax/bound_check_missing serial_softmax.WritesEveryElement '#no-tail-check'
says 06_compensated_sum/small_exponentials_left_out compensated_softmax.WideRowSumsToOne \
    'It is nearly right' 'A rounding error is larger'

# Mistakes of newcomers that no table knows: the likely cause has to lead to them.
says 01_serial_softmax/output_without_row_offset serial_softmax.WritesEveryElement \
    "does the index contain this thread's row (or block)?"
says 01_serial_softmax/device_reset serial_softmax.WritesEveryElement \
    'A CUDA call of the check itself failed.' 'cudaDeviceReset() frees all that the program holds'
says 01_serial_softmax/last_row_leaves serial_softmax.WritesEveryElement \
    'The last row is left out' 'Look at the condition of the return.'
says 01_serial_softmax/shift_in_the_result_only serial_softmax.OrdinaryRows \
    'The sum and the result use different shifts'
says 02_block_reduction/half_rounded_down row_sum_tree.BlockSizes \
    'in one step, a thread reads an element that another thread writes' 'is the half rounded up?'
says 02_block_reduction/middle_has_no_partner row_sum_tree.BlockSizes \
    'of an odd number of values, the middle one has no partner'
says 02_block_reduction/share_is_one_element row_sum_tree.WidthThresholds \
    'likely cause: Each thread adds one element' 'a step of blockDim.x'
says 02_block_reduction/each_round_begins_anew row_sum_tree.WidthThresholds \
    "likely cause: Each round of a thread's loop throws away"
says 01_serial_softmax/maximum_by_reference serial_softmax.IdeaOneThreadARow 'A function that gives back a reference'
says 01_serial_softmax/maximum_by_reference serial_softmax.IdeaReads 'A function that gives back a reference'
says 03_online_softmax/own_pair_returned online_softmax.OrdinaryRows \
    'likely cause: Only the columns of thread 0 are right' '#own-pair-in-the-last-step'
says 03_online_softmax/larger_maximum_wins merge_max_sum_pairs.Counts 'on 1 pair:' 'are both added?'
says 02_block_reduction/shuffles_begin_at_eight row_sum_shuffle.OrdinaryRows \
    'do the offsets of the shuffles go from 16 down to 1?'

says 07_tiled_gemm/c_read_before_beta_is_tested gemm_naive.BetaZero \
    'elements of C, which holds nothing yet' 'C is not read'
says 07_tiled_gemm/nan_in_alpha_taken_for_zero gemm_naive.AlphaAndBeta \
    'alpha nan' 'alpha is NaN, and so all of C has to be.' 'ask for alpha == 0.0F'
says 07_tiled_gemm/nan_in_beta_taken_for_zero_in_fours gemm_register_tiled.AlphaAndBeta \
    'beta is NaN, and so all of C has to be.' 'ask for beta == 0.0F'
says 01_serial_softmax/blocks_cut_to_32_bits serial_softmax.InvalidArguments \
    'rows = 2^42 + 1024' 'A grid has at most 2^31 - 1 blocks.'
says 03_online_softmax/blocks_cut_to_32_bits merge_max_sum_pairs.Arguments \
    'count = 2^42 + 1024' 'A grid has at most 2^31 - 1 blocks.'
says 05_persistent_grid/rows_cut_to_32_bits plan_persistent.AtMostTheDevice \
    'plan_persistent for 1099511627776 x 1 returned cudaErrorInvalidConfiguration' \
    'nothing is left of 1099511627776'
says 05_persistent_grid/rows_cut_to_32_bits persistent_softmax.ManyRows \
    'plan_persistent for 1099511627776 x 3 returned' 'rows has 64 bits'
says 07_tiled_gemm/tiles_cut_to_32_bits gemm_tiled.InvalidArguments \
    'm = 2^40 + 256' 'A grid has at most 2^31 - 1 blocks.'
says 07_tiled_gemm/groups_side_by_side gemm_register_tiled.Indices \
    'Values stand in the wrong row' 'holds what belongs into row'
says 07_tiled_gemm/n_for_ldb gemm_tiled.LeadingDimensions \
    'Is k, the row of B, multiplied by ldb, not by n?'
says 07_tiled_gemm/no_product_nothing_done gemm_naive.AlphaAndBeta \
    'alpha 0, beta nan' 'C is unchanged. Without a product (here alpha is 0) C still becomes beta * C' 'do not return before the launch'
says 07_tiled_gemm/empty_sum_nothing_done gemm_tiled.EmptySum \
    'They were never written.' 'C is unchanged. Without a product (here k is 0) C still becomes beta * C, and 0'
says 07_tiled_gemm/four_loaded_where_three_are_left gemm_register_tiled.LeadingDimensions \
    'An element was read beyond the end of a row of A or B' 'one column behind the last one of row 0'
says 05_persistent_grid/wide_rows_written_with_ldx persistent_softmax.SeveralRounds \
    'Row r of the output begins at r * ldy, but the kernel takes r * ldx.'
says 05_persistent_grid/one_wide_row_a_block persistent_softmax.EveryDeviceModel \
    'all rows from row 1 on' 'They were never written.' 'the kernel does not loop over the rows that are left'
says 05_persistent_grid/room_for_rows_not_told persistent_softmax.IdeaReads \
    'The plan itself says 2 reads for this shape' 'The plan takes this row for too wide'
says 05_persistent_grid/next_row_without_its_end persistent_softmax.EveryDeviceModel \
    'the report is below' 'error: memcheck:' 'outside of x' 'x[1][12287], one column behind the last one of row 1'
says 06_compensated_sum/one_run_for_all row_sum_compensated.ManyTenths \
    'is one compensation used for all of it?'
# A kernel that is in no table of known mistakes: all checks.
says 07_tiled_gemm/factors_swapped '*' 'No known pattern'
# What a row of ones tells, and the values of a row.
says 02_block_reduction/warps_not_reduced row_sum_shuffle.OrdinaryRows \
    'likely cause: Only what thread 0 has added is in the result'
says 02_block_reduction/only_first_warp_counts row_sum_shuffle.OrdinaryRows \
    'likely cause: Only what the first warp has added' '#one-warp-only'
says 02_block_reduction/tree_starts_at_32 row_sum_tree.OrdinaryRows \
    'likely cause: Only what the first 64 threads have added' '#block-size-taken-for-256'
says 02_block_reduction/share_steps_by_32 row_sum_tree.OrdinaryRows \
    'likely cause: Each thread goes on in steps of 32' '#share-forgotten'
says 02_block_reduction/shuffles_begin_at_32 row_sum_shuffle.OrdinaryRows \
    'Does the offset of the shuffles start at 32?' '#lane-combined-with-itself'
for product in 02_block_reduction/multiplied_by_the_sum 05_persistent_grid/multiplied_by_the_sum \
    03_online_softmax/multiplied_by_the_sum; do
    says $product '*.OrdinaryRows' 'likely cause: The result is multiplied by the sum of its row'
done
says 05_persistent_grid/leaves_in_the_batch persistent_softmax.ManyRows \
    'Row 4224 holds the result of row 0, which was never written itself' '#last-batch'
# What the device saw, and where the lesson tells of it.
says 02_block_reduction/mask_made_by_a_shift row_sum_shuffle.OrdinaryRows \
    'the mask is 0, and names no lane' '1u << 32 is not defined' '#wrong-mask'
says 02_block_reduction/every_thread_of_the_tree_writes row_sum_tree.WritesEveryElement \
    'several threads write the same value' '#every-thread-writes'
says 05_persistent_grid/barrier_in_the_batch_loop persistent_softmax.ManyRows \
    'one of the two calls is in a branch, or in a loop' '#barrier-inside-the-if'
says 05_persistent_grid/neighbours_in_the_batch persistent_softmax.ManyRows \
    'Before you put a barrier there' '#share-of-another-thread'
says 05_persistent_grid/neighbours_fetched_by_fours persistent_softmax.OrdinaryRows \
    'Before you put a barrier there' '#share-of-another-thread'
says 01_serial_softmax/row_number_of_32_bits serial_softmax.ManyRows \
    'likely cause: an index far outside an array: a row number or an offset that was cut to 32 bits' \
    '#32-bit-index'
says 07_tiled_gemm/k_times_n gemm_naive.LeadingDimensions \
    'Is k, the row of B, multiplied by ldb, not by n?' '#wrong-leading-dimension'
says 07_tiled_gemm/second_of_a_tail_forgotten gemm_register_tiled.SmallProduct \
    'The second of four neighbours is left out' '.y stays 0' '#edges-not-filled'
says 07_tiled_gemm/a_guarded_by_the_column_of_c gemm_tiled.Indices \
    'is filled only by threads whose column of C exists' '#edges-not-filled'
says 07_tiled_gemm/row_and_column_change_places gemm_tiled.Indices 'x and y change places somewhere' '#indices-swapped'
says 07_tiled_gemm/transposed_to_the_wrong_row gemm_register_tiled.SmallProduct 'look at both indices first'
says 06_compensated_sum/runs_never_begin_anew row_sum_compensated.ManyTenths 'A run begins with nothing'
says 06_compensated_sum/share_of_thread_0_for_all row_sum_compensated.OrdinaryRows 'adds the columns of thread 0'
says 05_persistent_grid/limit_of_a_multiprocessor '*' 'cudaDevAttrMaxSharedMemoryPerBlockOptin' 'No known pattern'
says 05_persistent_grid/one_column_more_fetched '*' 'No known pattern'
says 05_persistent_grid/room_told_in_floats '*' 'divided by sizeof(float) once more' 'No known pattern'
says 05_persistent_grid/no_opt_in '*' 'MaxSharedMemoryPerBlockOptin' '#no-opt-in'
says 05_persistent_grid/next_row_not_kept persistent_softmax.EveryDeviceModel 'Or did its block take row 0 before it?'
says 05_persistent_grid/next_row_not_kept '*' 'stored to where the row is kept' 'No known pattern'
says 05_persistent_grid/wide_rows_without_gaps '*' 'not at x + r * cols' 'No known pattern'
says 04_vector_loads/vectors_counted_from_the_first_column '*' 'split_row fails as well'
# Nor are these, but they are a known mistake in another place.
says 07_tiled_gemm/b_tile_kept_transposed '*' 'in the same way but for the numbers' '#lanes-that-meet-in-a-bank'
says 02_block_reduction/one_row_a_block_everywhere '*' 'In block_softmax, taken alone, the same checks fail' \
    '#rows-beyond-the-grid'

# names LESSON/MUTANT: a run of all checks names the very mistake. This needs the table kills.txt.
names() {
    words=$(sed -n 's/^misconception: //p' "$mutants/$1.mutant" | cut -c1-60)
    says "$1" '*' 'well-known mistake' "$words"
}
mutants=$(dirname "$0")/../mutants
names 01_serial_softmax/no_maximum_subtracted
names 01_serial_softmax/block_index_forgotten # many checks fail
names 01_serial_softmax/last_column_skipped   # nearly all checks fail
names 01_serial_softmax/launch_error_ignored  # one check fails
names 02_block_reduction/upper_half_leaves_early
names 02_block_reduction/every_thread_writes
names 02_block_reduction/tree_starts_at_32
names 03_online_softmax/guard_missing_in_thread
exit $status
