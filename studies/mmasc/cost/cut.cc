// SPDX-License-Identifier: Apache-2.0
#include "mmasc/cost/cut.h"

#include <algorithm>
#include <limits>

namespace mmasc {
namespace {

// Sums of the same delays in another order are as long.
constexpr double kSlack = 1 + 1e-9;

std::size_t at(int i) { return static_cast<std::size_t>(i); }

// A flow network of edges with capacities; the least cut between two nodes, by Dinic.
class FlowNetwork {
 public:
  static constexpr int kUnlimited = std::numeric_limits<int>::max() / 2;

  explicit FlowNetwork(int nodes) : edges_of_(at(nodes)) {}

  void add(int from, int to, int capacity) {
    edges_of_[at(from)].push_back(static_cast<int>(edges_.size()));
    edges_.push_back({to, capacity});
    edges_of_[at(to)].push_back(static_cast<int>(edges_.size()));
    edges_.push_back({from, 0});
  }

  // Whether each node is on the source's side of the cut that is nearest to the source.
  std::vector<bool> source_side(int source, int sink) {
    while (find_levels(source, sink)) {
      next_.assign(edges_of_.size(), 0);
      while (push(source, sink)) {
      }
    }
    std::vector<bool> is_reached(edges_of_.size());
    for (std::size_t node = 0; node < levels_.size(); ++node) is_reached[node] = levels_[node] >= 0;
    return is_reached;
  }

 private:
  struct Edge {
    int to = 0, capacity = 0;
  };

  bool find_levels(int source, int sink) {
    levels_.assign(edges_of_.size(), -1);
    levels_[at(source)] = 0;
    std::vector<int> reached{source};
    for (std::size_t i = 0; i < reached.size(); ++i)
      for (const int e : edges_of_[at(reached[i])]) {
        const Edge& edge = edges_[at(e)];
        if (edge.capacity == 0 || levels_[at(edge.to)] >= 0) continue;
        levels_[at(edge.to)] = levels_[at(reached[i])] + 1;
        reached.push_back(edge.to);
      }
    return levels_[at(sink)] >= 0;
  }

  // Sends what fits along one path of rising levels.
  bool push(int source, int sink) {
    std::vector<int> path;
    int node = source;
    while (node != sink) {
      int& next = next_[at(node)];
      const std::vector<int>& edges = edges_of_[at(node)];
      const auto leads_on = [&](int e) {
        const Edge& edge = edges_[at(e)];
        return edge.capacity > 0 && levels_[at(edge.to)] == levels_[at(node)] + 1;
      };
      while (at(next) < edges.size() && !leads_on(edges[at(next)])) ++next;
      if (at(next) < edges.size()) {
        path.push_back(edges[at(next)]);
        node = edges_[at(path.back())].to;
        continue;
      }
      if (path.empty()) return false;
      node = edges_[at(path.back() ^ 1)].to;
      path.pop_back();
      ++next_[at(node)];
    }
    int most = kUnlimited;
    for (const int e : path) most = std::min(most, edges_[at(e)].capacity);
    for (const int e : path) {
      edges_[at(e)].capacity -= most;
      edges_[at(e ^ 1)].capacity += most;
    }
    return true;
  }

  std::vector<Edge> edges_;
  std::vector<std::vector<int>> edges_of_;
  std::vector<int> levels_, next_;
};

// A piece and when, in it, a cell's output is there.
struct When {
  int piece = 0;
  double time = 0;
  friend auto operator<=>(const When&, const When&) = default;
};

class Cutter {
 public:
  Cutter(const Netlist& netlist, const std::vector<double>& arrivals)
      : netlist_(netlist),
        order_(netlist.in_order()),
        drivers_(netlist.drivers()),
        delays_(netlist.cells.size()) {
    for (std::size_t i = 0; i < delays_.size(); ++i) {
      double before = 0;
      for_each_driver(static_cast<int>(i),
                      [&](int cell) { before = std::max(before, arrivals[at(cell)]); });
      delays_[i] = std::max(0.0, arrivals[i] - before);
      longest_ = std::max(longest_, arrivals[i]);
    }
  }

  std::vector<int> cut(int pieces) const {
    const double period = least_period(pieces);
    const std::vector<int> latest = latest_pieces(pieces, period);
    std::vector<int> piece(netlist_.cells.size(), pieces - 1);
    std::vector<bool> is_done(netlist_.cells.size());
    for (int boundary = 0; boundary + 1 < pieces; ++boundary) {
      const std::vector<bool> before = before_boundary(boundary, period, latest, is_done);
      for (std::size_t i = 0; i < piece.size(); ++i)
        if (before[i] && !is_done[i]) {
          piece[i] = boundary;
          is_done[i] = true;
        }
    }
    return piece;
  }

 private:
  template <typename Work>
  void for_each_driver(int cell, Work&& work) const {
    for (const int net : netlist_.cells[at(cell)].inputs)
      if (const int from = drivers_[at(net)]; from >= 0) work(from);
  }

  // Each cell as early as it can be; empty where one takes longer than the period.
  std::vector<When> earliest(double period) const {
    std::vector<When> when(netlist_.cells.size());
    for (const int cell : order_) {
      const double delay = delays_[at(cell)];
      if (delay > period * kSlack) return {};
      When start;
      for_each_driver(cell, [&](int from) { start = std::max(start, when[at(from)]); });
      when[at(cell)] = start.time + delay > period * kSlack ? When{start.piece + 1, delay}
                                                            : When{start.piece, start.time + delay};
    }
    return when;
  }

  int pieces_at(double period) const {
    const std::vector<When> when = earliest(period);
    if (when.empty() && !netlist_.cells.empty()) return std::numeric_limits<int>::max();
    int last = 0;
    for (const When& each : when) last = std::max(last, each.piece);
    return last + 1;
  }

  double least_period(int pieces) const {
    constexpr int kSteps = 40;
    double least = 0, enough = longest_;
    for (int step = 0; step < kSteps; ++step) {
      const double middle = (least + enough) / 2;
      (pieces_at(middle) <= pieces ? enough : least) = middle;
    }
    return enough;
  }

  // The last piece that each cell may be in, if what it drives is to be in time.
  std::vector<int> latest_pieces(int pieces, double period) const {
    std::vector<When> after(netlist_.cells.size());  // counted from the end, before the cell's own
    std::vector<int> latest(netlist_.cells.size());
    for (auto cell = order_.rbegin(); cell != order_.rend(); ++cell) {
      const double delay = delays_[at(*cell)];
      const When end = after[at(*cell)];
      const When start = end.time + delay > period * kSlack ? When{end.piece + 1, delay}
                                                            : When{end.piece, end.time + delay};
      latest[at(*cell)] = pieces - 1 - start.piece;
      for_each_driver(*cell, [&](int from) { after[at(from)] = std::max(after[at(from)], start); });
    }
    return latest;
  }

  // Cells before a boundary: those of earlier pieces, those that must be, and of those that can be
  // the ones with which the fewest nets cross.
  std::vector<bool> before_boundary(int boundary, double period, const std::vector<int>& latest,
                                    const std::vector<bool>& is_done) const {
    const int cells = static_cast<int>(netlist_.cells.size()),
              nets = static_cast<int>(netlist_.nets.size());
    const int source = cells + nets, sink = source + 1;  // a node a cell, and one a net
    FlowNetwork flow(sink + 1);
    std::vector<double> time(at(cells));
    for (const int cell : order_) {
      if (is_done[at(cell)]) {
        flow.add(source, cell, FlowNetwork::kUnlimited);
        continue;
      }
      for_each_driver(cell,
                      [&](int from) { time[at(cell)] = std::max(time[at(cell)], time[at(from)]); });
      time[at(cell)] += delays_[at(cell)];
      if (latest[at(cell)] <= boundary)
        flow.add(source, cell, FlowNetwork::kUnlimited);
      else if (time[at(cell)] > period * kSlack)
        flow.add(cell, sink, FlowNetwork::kUnlimited);
    }
    add_nets(flow, cells, source, sink);
    std::vector<bool> before = flow.source_side(source, sink);
    before.resize(at(cells));
    return before;
  }

  // A net costs one where its driver, or the input that it is, is before and a reader is not.
  void add_nets(FlowNetwork& flow, int cells, int source, int sink) const {
    for (std::size_t net = 0; net < netlist_.nets.size(); ++net) {
      const int driver = drivers_[net];
      if (driver >= 0 && netlist_.cells[at(driver)].is_constant()) continue;
      flow.add(driver >= 0 ? driver : source, cells + static_cast<int>(net), 1);
    }
    for (int cell = 0; cell < cells; ++cell) {
      for (const int net : netlist_.cells[at(cell)].inputs)
        flow.add(cells + net, cell, FlowNetwork::kUnlimited);
      for_each_driver(cell, [&](int from) { flow.add(cell, from, FlowNetwork::kUnlimited); });
    }
    for (const int net : netlist_.outputs) flow.add(cells + net, sink, FlowNetwork::kUnlimited);
  }

  const Netlist& netlist_;
  const std::vector<int> order_, drivers_;
  std::vector<double> delays_;
  double longest_ = 0;
};

}  // namespace

std::vector<int> cut_into(int pieces, const Netlist& netlist, const std::vector<double>& arrivals) {
  return Cutter(netlist, arrivals).cut(pieces);
}

}  // namespace mmasc
