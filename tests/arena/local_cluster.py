"""A Ray cluster of several nodes on this machine, as a program: it tells its address and takes orders line by line.

It is a process of its own, because Ray leaves threads, warnings and open files behind.
"""

from __future__ import annotations

import sys

from ray.cluster_utils import Cluster

MEMORY = 80 * 1024 * 1024  # of each node's object store
PATIENCE = 600.0  # seconds until all nodes are there


def main() -> None:
    # The head plays nothing, so that every game is played on a node that can be lost.
    common = {"object_store_memory": MEMORY}
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False} | common)
    nodes = [cluster.add_node(wait=False, num_cpus=1, **common) for _ in range(int(sys.argv[1]))]
    cluster.wait_for_nodes(PATIENCE)
    print(f"address {cluster.address}", flush=True)
    for order in sys.stdin:
        if order.strip() == "kill":
            cluster.remove_node(nodes.pop(0), allow_graceful=False)
            print("killed", flush=True)
        elif order.strip() == "add":
            nodes.append(cluster.add_node(wait=False, num_cpus=1, **common))
            cluster.wait_for_nodes(PATIENCE)
            print("added", flush=True)
    cluster.shutdown()


if __name__ == "__main__":
    main()
