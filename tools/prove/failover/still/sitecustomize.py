# Lets a Patroni stand still where it has seen that it holds the lease and is about to renew it: it is stopped
# there while the file that HAKIMA_STAND_STILL names is there. Python reads this as it starts (PYTHONPATH).
import os
import signal

from patroni.dcs import AbstractDCS

renew = AbstractDCS.update_leader


def stand_still_first(self, *args, **kwargs):
    if os.path.exists(os.environ["HAKIMA_STAND_STILL"]):
        os.kill(os.getpid(), signal.SIGSTOP)
    return renew(self, *args, **kwargs)


AbstractDCS.update_leader = stand_still_first
