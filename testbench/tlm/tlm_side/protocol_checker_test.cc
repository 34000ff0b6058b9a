// SPDX-License-Identifier: Apache-2.0
// Each rule of the checker is broken alone and named alone; legal traffic breaks none.
#include "mmasc/protocol_checker/protocol_checker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

#include "tlm_side/ends.h"

namespace mmasc::tlm {
namespace {

using enum ProtocolRule;
using ::tlm::BEGIN_REQ, ::tlm::BEGIN_RESP, ::tlm::END_REQ, ::tlm::END_RESP;
using ::tlm::TLM_ACCEPTED, ::tlm::TLM_COMPLETED, ::tlm::TLM_UPDATED;

const sc_time kNanosecond{1, sc_core::SC_NS};
constexpr std::uint64_t kAddress = 0x10;

// An initiator, the checker and a target, with one payload to read four bytes.
struct CheckedLink {
  InitiatorEnd<> initiator{sc_core::sc_gen_unique_name("initiator")};
  ProtocolChecker<> checker{sc_core::sc_gen_unique_name("checker")};
  TargetEnd target{sc_core::sc_gen_unique_name("target")};
  PayloadPool pool;
  std::array<std::uint8_t, 4> data{}, enables{0xff, 0, 0xff, 0};
  Payload& payload = fresh();

  CheckedLink() {
    initiator.socket.bind(checker.from_initiator);
    checker.to_target.bind(target.socket);
  }
  Payload& fresh() {
    Payload& p = pool.take();
    set_up(p, ::tlm::TLM_READ_COMMAND, kAddress, data.data(), 4);
    return p;
  }
  void enable_bytes() {
    payload.set_byte_enable_ptr(enables.data());
    payload.set_byte_enable_length(4);
  }
  void blocking(sc_time delay = {}) { initiator.socket->b_transport(payload, delay); }
  Reply forward(Payload& p, Phase phase, sc_time delay = {}) {
    return initiator.socket->nb_transport_fw(p, phase, delay);
  }
  Reply backward(Payload& p, Phase phase, sc_time delay = {}) {
    if (phase == BEGIN_RESP) p.set_response_status(::tlm::TLM_OK_RESPONSE);
    return target.socket->nb_transport_bw(p, phase, delay);
  }
  void request(Payload& p) {
    forward(p, BEGIN_REQ);
    backward(p, END_REQ);
  }
  void all_phases(Payload& p) {
    request(p);
    backward(p, BEGIN_RESP);
    forward(p, END_RESP);
  }
  bool dmi(Dmi grant = {}) { return initiator.socket->get_direct_mem_ptr(payload, grant); }
  // `work` is done to the payload in b_transport, besides answering it.
  void target_does(const std::function<void(Payload&)>& work) {
    target.on_blocking = [work](Payload& p, sc_time&) {
      p.set_response_status(::tlm::TLM_OK_RESPONSE);
      work(p);
    };
    blocking();
  }
  void grant(const std::function<void(Dmi&)>& change) {
    target.on_dmi = [this, change](Payload&, Dmi& dmi) {
      dmi.set_dmi_ptr(data.data());
      dmi.set_start_address(0);
      dmi.set_end_address(0xff);
      dmi.set_granted_access(Dmi::DMI_ACCESS_READ);
      change(dmi);
      return true;
    };
    dmi();
  }
};

using Play = std::function<void(CheckedLink&)>;
using OnForward = Reply (*)(Payload&, Phase&, sc_time&);

// b_transport and debug of a payload that is changed before, and by the target in b_transport; what
// the target replies to BEGIN_REQ; what it grants.
Play blocking(void (*change)(CheckedLink& link, Payload& payload)) {
  return [=](CheckedLink& l) {
    change(l, l.payload);
    l.blocking();
  };
}
Play debug(void (*change)(CheckedLink& link, Payload& payload)) {
  return [=](CheckedLink& l) {
    change(l, l.payload);
    l.initiator.socket->transport_dbg(l.payload);
  };
}
Play done_by_target(
    void (*work)(Payload&), void (*before)(CheckedLink&) = [](CheckedLink&) {}) {
  return [=](CheckedLink& l) {
    before(l);
    l.target_does(work);
  };
}
Play replied(OnForward reply, sc_time delay = {}) {
  return [=](CheckedLink& l) {
    l.target.on_forward = reply;
    l.forward(l.payload, BEGIN_REQ, delay);
  };
}
Play granted(void (*change)(Dmi&)) {
  return [=](CheckedLink& l) { l.grant(change); };
}
// A request with its END_REQ, and then.
Play requested(void (*then)(CheckedLink&)) {
  return [=](CheckedLink& l) {
    l.request(l.payload);
    then(l);
  };
}
void enable(CheckedLink& l) { l.enable_bytes(); }

struct Mutant {
  ProtocolRule rule;
  Play play;
};

const std::vector<Mutant>& mutants() {
  using L = CheckedLink;
  using P = Payload;
  static const std::vector<Mutant> kAll{
      {status_preset, blocking([](L&, P& p) { p.set_response_status(::tlm::TLM_OK_RESPONSE); })},
      {data_length_zero, blocking([](L&, P& p) { p.set_data_length(0); })},
      {data_pointer_null, blocking([](L&, P& p) { p.set_data_ptr(nullptr); })},
      {data_pointer_null, debug([](L&, P& p) { p.set_data_ptr(nullptr); })},
      {streaming_width_zero, blocking([](L&, P& p) { p.set_streaming_width(0); })},
      {byte_enable_length_zero, blocking([](L& l, P& p) {
         l.enable_bytes();
         p.set_byte_enable_length(0);
       })},
      {byte_enable_value, blocking([](L& l, P&) {
         l.enable_bytes();
         l.enables[1] = 1;
       })},
      {dmi_hint_preset, blocking([](L&, P& p) { p.set_dmi_allowed(true); })},
      {option_preset, blocking([](L&, P& p) { p.set_gp_option(::tlm::TLM_FULL_PAYLOAD); })},
      {no_memory_manager,
       [](L& l) {
         P unmanaged;
         set_up(unmanaged, ::tlm::TLM_READ_COMMAND, kAddress, l.data.data(), 4);
         l.all_phases(unmanaged);
       }},
      {not_acquired,
       [](L& l) {
         P unheld(&l.pool);
         set_up(unheld, ::tlm::TLM_READ_COMMAND, kAddress, l.data.data(), 4);
         l.all_phases(unheld);
       }},
      {reused_in_flight, requested([](L& l) { l.forward(l.payload, BEGIN_REQ); })},
      {mixed_transports, requested([](L& l) { l.blocking(); })},
      {wrong_direction, [](L& l) { l.forward(l.payload, END_REQ); }},
      {wrong_direction, requested([](L& l) { l.backward(l.payload, END_RESP); })},
      {wrong_direction, replied([](P&, Phase& phase, sc_time&) {
         phase = END_RESP;
         return TLM_UPDATED;
       })},
      {out_of_order, [](L& l) { l.backward(l.payload, END_REQ); }},
      {out_of_order, requested([](L& l) { l.backward(l.payload, END_REQ); })},
      {out_of_order, requested([](L& l) { l.forward(l.payload, END_RESP); })},
      {request_exclusion,
       [](L& l) {
         l.forward(l.payload, BEGIN_REQ);
         l.forward(l.fresh(), BEGIN_REQ);
       }},
      {response_exclusion, requested([](L& l) {
         P& other = l.fresh();
         l.request(other);
         l.backward(l.payload, BEGIN_RESP);
         l.backward(other, BEGIN_RESP);
       })},
      {illegal_reply,
       [](L& l) {
         l.initiator.on_backward = [](auto&, auto&, auto&) { return TLM_COMPLETED; };
         l.request(l.payload);
       }},
      {illegal_reply,
       [](L& l) {
         l.target.on_forward = [](P&, Phase& phase, sc_time&) {
           return phase == END_RESP ? TLM_UPDATED : TLM_ACCEPTED;
         };
         l.all_phases(l.payload);
       }},
      {accepted_changed, replied([](P&, Phase&, sc_time& delay) {
         delay += kNanosecond;
         return TLM_ACCEPTED;
       })},
      {accepted_changed, replied([](P&, Phase& phase, sc_time&) {
         phase = END_REQ;
         return TLM_ACCEPTED;
       })},
      {time_goes_back,
       [](L& l) {
         l.forward(l.payload, BEGIN_REQ, 2 * kNanosecond);
         l.backward(l.payload, END_REQ, kNanosecond);
       }},
      {time_goes_back, replied(
                           [](P& p, Phase&, sc_time& delay) {
                             p.set_response_status(::tlm::TLM_OK_RESPONSE);
                             delay = SC_ZERO_TIME;
                             return TLM_COMPLETED;
                           },
                           kNanosecond)},
      {delay_goes_back,
       [](L& l) {
         l.target.on_blocking = [](P& p, sc_time& delay) {
           p.set_response_status(::tlm::TLM_OK_RESPONSE);
           delay = SC_ZERO_TIME;
         };
         l.blocking(kNanosecond);
       }},
      {waits, replied([](P&, Phase&, sc_time&) {
         sc_core::wait(kNanosecond);
         return TLM_ACCEPTED;
       })},
      {waits, debug([](L& l, P&) {
         l.target.on_debug = [](P&) {
           sc_core::wait(SC_ZERO_TIME);
           return 0u;
         };
       })},
      {blocking_from_method,
       [](L& l) {
         sc_core::sc_spawn_options method;
         method.spawn_method();
         sc_core::sc_spawn([&l] { l.blocking(); }, sc_core::sc_gen_unique_name("method"), &method);
       }},
      {status_incomplete, blocking([](L& l, P&) { l.target.on_blocking = [](P&, sc_time&) {}; })},
      {status_incomplete, replied([](P&, Phase&, sc_time&) { return TLM_COMPLETED; })},
      {status_changed, requested([](L& l) {
         l.backward(l.payload, BEGIN_RESP);
         l.payload.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
         l.forward(l.payload, END_RESP);
       })},
      {command_changed, done_by_target([](P& p) { p.set_write(); })},
      {data_changed, done_by_target([](P& p) { p.set_data_length(2); })},
      {data_changed, requested([](L& l) {
         l.payload.set_data_ptr(l.enables.data());
         l.backward(l.payload, BEGIN_RESP);
         l.payload.set_data_ptr(l.data.data());
       })},
      {byte_enables_changed,
       done_by_target([](P& p) { p.get_byte_enable_ptr()[1] = 0xff; }, enable)},
      {byte_enables_changed, done_by_target([](P& p) { p.set_byte_enable_length(2); }, enable)},
      {streaming_width_changed, done_by_target([](P& p) { p.set_streaming_width(2); })},
      {written_data_changed,
       done_by_target([](P& p) { ++p.get_data_ptr()[3]; }, [](L& l) { l.payload.set_write(); })},
      {disabled_byte_changed, done_by_target([](P& p) { ++p.get_data_ptr()[3]; }, enable)},
      {debug_count,
       debug([](L& l, P&) { l.target.on_debug = [](P& p) { return p.get_data_length() + 1; }; })},
      {dmi_not_initialised,
       [](L& l) {
         Dmi used;
         used.set_end_address(0xfff);
         l.dmi(used);
       }},
      {dmi_command,
       [](L& l) {
         l.payload.set_command(::tlm::TLM_IGNORE_COMMAND);
         l.dmi();
       }},
      {dmi_range, granted([](Dmi& d) { d.set_start_address(kAddress + 1); })},
      {dmi_range, granted([](Dmi& d) { d.set_end_address(kAddress - 1); })},
      {dmi_pointer_null, granted([](Dmi& d) { d.set_dmi_ptr(nullptr); })},
      {dmi_rights, granted([](Dmi& d) { d.allow_write(); })},
      {invalidation_range, [](L& l) { l.target.socket->invalidate_direct_mem_ptr(8, 4); }},
      {call_in_invalidation,
       [](L& l) {
         l.initiator.on_invalidate = [&l](auto, auto) {
           l.initiator.socket->transport_dbg(l.payload);
         };
         l.target.socket->invalidate_direct_mem_ptr(4, 8);
       }},
  };
  return kAll;
}

// A link for each, played at once.
std::vector<std::unique_ptr<CheckedLink>> played(const std::vector<Play>& plays) {
  std::vector<std::unique_ptr<CheckedLink>> links;
  for (std::size_t i = 0; i < plays.size(); ++i) links.push_back(std::make_unique<CheckedLink>());
  for (std::size_t i = 0; i < plays.size(); ++i) sc_core::sc_spawn([&, i] { plays[i](*links[i]); });
  sc_core::sc_start(kNanosecond * 10);
  return links;
}

TEST(ProtocolChecker, NamesEachRuleThatIsBrokenAndNoOther) {
  std::vector<Play> plays;
  for (const Mutant& mutant : mutants()) plays.push_back(mutant.play);
  const auto links = played(plays);
  for (const ProtocolRuleRow& row : kProtocolRuleRows) {
    EXPECT_NE(std::ranges::count(mutants(), row.rule, &Mutant::rule), 0)
        << "no mutant of " << row.name;
    for (std::size_t i = 0; i < links.size(); ++i) {
      const std::uint64_t count = links[i]->checker.count(row.rule);
      EXPECT_EQ(count > 0, row.rule == mutants()[i].rule)
          << "mutant " << i << " of " << mutants()[i].rule << ": " << row.name << " " << count;
    }
  }
}

const std::vector<Play> kLegal{
    [](CheckedLink& l) { l.all_phases(l.payload); },
    [](CheckedLink& l) { l.blocking(kNanosecond); },
    [](CheckedLink& l) {
      l.enable_bytes();
      l.target_does([](Payload& p) { ++p.get_data_ptr()[2]; });
    },
    [](CheckedLink& l) {
      l.payload.set_command(::tlm::TLM_IGNORE_COMMAND);
      l.payload.set_data_ptr(nullptr);
      l.payload.set_data_length(0);
      l.blocking();
    },
    // The time of a thread that waits counts instead of its delay.
    [](CheckedLink& l) {
      l.target.on_blocking = [](Payload& p, sc_time& delay) {
        sc_core::wait(delay);
        delay = SC_ZERO_TIME;
        p.set_response_status(::tlm::TLM_GENERIC_ERROR_RESPONSE);
      };
      l.blocking(kNanosecond);
    },
    // An interconnect changes the address.
    [](CheckedLink& l) { l.target_does([](Payload& p) { p.set_address(0x1000); }); },
    // BEGIN_RESP without END_REQ; the response completed at once.
    [](CheckedLink& l) {
      l.initiator.on_backward = [](auto&, auto&, auto&) { return TLM_COMPLETED; };
      l.forward(l.payload, BEGIN_REQ);
      l.backward(l.payload, BEGIN_RESP);
      l.forward(l.fresh(), BEGIN_REQ);
    },
    // END_REQ and END_RESP as replies, with annotations that grow.
    [](CheckedLink& l) {
      l.target.on_forward = [](Payload&, Phase& phase, sc_time& delay) {
        phase = END_REQ;
        delay += kNanosecond;
        return TLM_UPDATED;
      };
      l.initiator.on_backward = [](Payload&, Phase& phase, sc_time& delay) {
        phase = END_RESP;
        delay += kNanosecond;
        return TLM_UPDATED;
      };
      l.forward(l.payload, BEGIN_REQ);
      l.backward(l.payload, BEGIN_RESP, kNanosecond);
    },
    // BEGIN_RESP as the reply.
    [](CheckedLink& l) {
      l.target.on_forward = [](Payload& p, Phase& phase, sc_time&) {
        if (phase == END_RESP) return TLM_COMPLETED;
        phase = BEGIN_RESP;
        p.set_response_status(::tlm::TLM_OK_RESPONSE);
        return TLM_UPDATED;
      };
      l.forward(l.payload, BEGIN_REQ);
      l.forward(l.payload, END_RESP);
    },
    // Completed at once.
    [](CheckedLink& l) {
      l.target.on_forward = [](Payload& p, Phase&, sc_time& delay) {
        p.set_response_status(::tlm::TLM_OK_RESPONSE);
        delay += kNanosecond;
        return TLM_COMPLETED;
      };
      l.forward(l.payload, BEGIN_REQ);
      l.forward(l.fresh(), BEGIN_REQ);
    },
    // Two in flight, responses out of order.
    [](CheckedLink& l) {
      Payload& other = l.fresh();
      l.request(l.payload);
      l.request(other);
      for (Payload* p : {&other, &l.payload}) {
        l.backward(*p, BEGIN_RESP);
        l.forward(*p, END_RESP);
      }
    },
    // Grants, refusals and debug.
    [](CheckedLink& l) {
      l.dmi();
      l.grant([](Dmi&) {});
      l.target.socket->invalidate_direct_mem_ptr(0, 0);
      l.initiator.socket->transport_dbg(l.payload);
    },
};

TEST(ProtocolChecker, FindsNothingInLegalTraffic) {
  const auto links = played(kLegal);
  for (std::size_t i = 0; i < links.size(); ++i)
    EXPECT_EQ(links[i]->checker.violations(), 0u) << "case " << i;
}

TEST(ProtocolChecker, ReportsRuleTimeAndAddress) {
  std::vector<ProtocolViolation> seen;
  InitiatorEnd<0> initiator("initiator");
  ProtocolChecker<0> checker("checker", [&](const ProtocolViolation& v) { seen.push_back(v); });
  struct Target : TargetEnd {
    using TargetEnd::TargetEnd;
    ::tlm::tlm_target_socket<0> wide{"wide"};
  } target("target");
  target.wide.bind(static_cast<ForwardIf&>(target));
  InitiatorEnd<> idle("idle");
  idle.socket.bind(target.socket);
  initiator.socket.bind(checker.from_initiator);
  checker.to_target.bind(target.wide);
  sc_core::sc_spawn([&] {
    sc_core::wait(kNanosecond);
    Payload payload;
    std::uint8_t byte = 0;
    set_up(payload, ::tlm::TLM_READ_COMMAND, kAddress, &byte, 1);
    sc_time delay;
    initiator.socket->b_transport(payload, delay);
    payload.set_response_status(::tlm::TLM_OK_RESPONSE);
    initiator.socket->b_transport(payload, delay);
  });
  sc_core::sc_start();
  ASSERT_EQ(seen.size(), 1u);
  EXPECT_EQ(seen[0].rule, status_preset);
  EXPECT_EQ(seen[0].time, kNanosecond);
  EXPECT_EQ(seen[0].address, kAddress);
  EXPECT_EQ(checker.violations(), 1u);
  EXPECT_EQ(checker.finished(), 2u);
  EXPECT_EQ(checker.in_flight(), 0u);
}

TEST(ProtocolChecker, TheTableIsInOrderAndIsThatOfTheDocs) {
  for (std::size_t i = 0; i < kProtocolRules; ++i)
    EXPECT_EQ(static_cast<std::size_t>(kProtocolRuleRows[i].rule), i);
  std::ifstream file(MMASC_DOCS "/tlm_checker.md");
  const std::string page{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(page.find(protocol_rules_table()), std::string::npos)
      << "docs/tlm_checker.md has another table than:\n"
      << protocol_rules_table();
}

}  // namespace
}  // namespace mmasc::tlm
