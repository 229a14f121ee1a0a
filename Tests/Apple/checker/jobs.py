from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from graphlib import TopologicalSorter
from os import cpu_count


def in_order(graph, work):
    """Yields each name of the graph with what the work returns for it. The work runs on all cores, and for a name after
    that for all the names that it depends on."""
    sorter, running = TopologicalSorter(graph), {}
    sorter.prepare()
    with ThreadPoolExecutor(cpu_count()) as pool:
        while sorter.is_active():
            running |= {pool.submit(work, name): name for name in sorter.get_ready()}
            for each in wait(running, return_when=FIRST_COMPLETED).done:
                name = running.pop(each)
                yield name, each.result()
                sorter.done(name)
