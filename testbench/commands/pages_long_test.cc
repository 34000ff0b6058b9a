// SPDX-License-Identifier: Apache-2.0
// What pages quote of commands that take minutes, or synthesise, is what these print.
#include "page_commands.h"

namespace mmasc {
namespace {

using LongShownCommands = PageCommands;

TEST_P(LongShownCommands, PrintWhatThePageShows) { expect_page_is_right(Tier::by_long); }

INSTANTIATE_TEST_SUITE_P(Pages, LongShownCommands, ::testing::ValuesIn(pages_with(Tier::by_long)),
                         page_name);

}  // namespace
}  // namespace mmasc
