"""Runs a command under a pseudo-terminal, driven by lines on stdin:
  w TEXT as JSON   keys          z ROWS COLUMNS   resize          k NAME   signal
What the terminal shows goes to stdout as it is. At the end one line of JSON on stderr: exit code, and whether the
terminal's modes are what they were before."""
import fcntl, json, os, pty, select, signal, struct, sys, termios

rows, columns = int(sys.argv[1]), int(sys.argv[2])
command = sys.argv[3:]
leader, follower = pty.openpty()


def resize(height, width):
    fcntl.ioctl(leader, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))


resize(rows, columns)
before = termios.tcgetattr(follower)
child = os.fork()
if child == 0:
    os.setsid()
    fcntl.ioctl(follower, termios.TIOCSCTTY, 0)
    for descriptor in (0, 1, 2):
        os.dup2(follower, descriptor)
    os.closerange(3, 64)
    os.execvp(command[0], command)

pending = b""
inputs = [sys.stdin.fileno(), leader]
status = None
while status is None:
    ready, _, _ = select.select(inputs, [], [], 0.05)
    if leader in ready:
        try:
            data = os.read(leader, 65536)
        except OSError:
            data = b""
        os.write(1, data)
    if sys.stdin.fileno() in ready:
        data = os.read(sys.stdin.fileno(), 65536)
        if not data:
            inputs.remove(sys.stdin.fileno())
            os.kill(child, signal.SIGKILL)
        pending += data
        while b"\n" in pending:
            line, pending = pending.split(b"\n", 1)
            kind, _, rest = line.decode().partition(" ")
            if kind == "w":
                os.write(leader, json.loads(rest).encode())
            elif kind == "z":
                height, width = rest.split()
                resize(int(height), int(width))
                os.kill(child, signal.SIGWINCH)
            elif kind == "k":
                os.kill(child, getattr(signal, rest))
    found, state = os.waitpid(child, os.WNOHANG)
    if found != 0:
        status = state
# What was written last.
while select.select([leader], [], [], 0.1)[0]:
    try:
        data = os.read(leader, 65536)
    except OSError:
        break
    if not data:
        break
    os.write(1, data)
after = termios.tcgetattr(follower)
code = os.WEXITSTATUS(status) if os.WIFEXITED(status) else 128 + os.WTERMSIG(status)
print(json.dumps({"code": code, "restored": before == after}), file=sys.stderr)
