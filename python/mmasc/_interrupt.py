# SPDX-License-Identifier: Apache-2.0
"""Long calls that Ctrl-C can end."""

import threading

from mmasc._errors import Stopped


def run_interruptibly(call, progress):
    """Runs call(stop). The call asks stop(done, all) now and then whether to end; stop() passes its
    arguments on to `progress`.

    Python handles signals only on its main thread, between two of its own instructions. So from the
    main thread the call is made in another thread, and the main thread waits.
    """
    stopped = threading.Event()
    failures = []

    def stop(done, all):
        try:
            if progress is not None and not stopped.is_set():
                progress(done, all)
        except BaseException as error:
            failures.append(error)
            stopped.set()
        return stopped.is_set()

    def work():
        try:
            call(stop)
        except Stopped:
            pass
        except BaseException as error:
            failures.append(error)

    if threading.current_thread() is threading.main_thread():
        finished = threading.Event()

        def work_and_tell():
            work()
            finished.set()

        threading.Thread(target=work_and_tell, daemon=True).start()
        try:
            finished.wait()
        except BaseException:
            stopped.set()
            finished.wait()
            raise
    else:
        work()
    if failures:
        raise failures[0]
