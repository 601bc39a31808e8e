"""A Ray cluster of several nodes on this machine, as a program: it tells its address and takes orders line by line.

It is a process of its own, because Ray leaves threads, warnings and open files behind.
"""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Any

from ray.cluster_utils import Cluster

MEMORY = 80 * 1024 * 1024  # of each node's object store


def new_node(cluster: Any) -> Any:
    """A node that is there. Ray ends a node whose helpers start too slowly; then another one is tried."""
    while True:
        node = cluster.add_node(wait=False, num_cpus=1, object_store_memory=MEMORY)
        while not node.dead_processes():
            with suppress(TimeoutError):
                cluster.wait_for_nodes(1.0)
                return node
        cluster.remove_node(node, allow_graceful=False)


def main() -> None:
    # The head plays nothing, so that every game is played on a node that can be lost.
    head = {"num_cpus": 0, "include_dashboard": False, "object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args=head)
    nodes = [new_node(cluster) for _ in range(int(sys.argv[1]))]
    print(f"address {cluster.address}", flush=True)
    for order in sys.stdin:
        if order.strip() == "kill":
            cluster.remove_node(nodes.pop(0), allow_graceful=False)
            print("killed", flush=True)
        elif order.strip() == "add":
            nodes.append(new_node(cluster))
            print("added", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
