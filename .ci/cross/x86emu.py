#!/usr/bin/env python3
"""Runs a static x86-64 Linux program on an emulated CPU, AVX-512 included.

usage: x86emu.py PROGRAM [ARGUMENT...]

The CPU is the Bochs core of the Python package `bochscpu`; this file is the small part of Linux
around it that a Rust test binary needs: an ELF loader, memory with page protection, some thirty
system calls. There is one thread: `clone` fails, and a test that wants a thread fails with it.
A fault ends the run with the status a shell would show for the signal (139 for SIGSEGV).

X86EMU_XSAVE=sse or avx keeps the wider registers switched off, as an operating system may.
X86EMU_TRACE=1 prints each system call.

How a system call gets out: SYSCALL enters a stub in kernel mode, whose CLFLUSH calls `Linux.enter`
through a hook. The stub then loads FS and the result from memory and flushes the TLB, since the
call may have changed the page tables.
"""

import ctypes
import errno
import os
import signal
import stat
import struct
import sys
import time
import traceback

import bochscpu
import bochscpu.cpu
import bochscpu.memory

PAGE = 4096

# The guest's memory. Linear and physical addresses are the same, and the host has it in one piece.
# Addresses from `mmap` are not used twice, so a run may map as much as lies in that part.
SYSTEM = 0x1000
POSITION_INDEPENDENT = 0x1000_0000
MAPPINGS = 0x1_0000_0000
STACK_END = 0x3_F000_0000
PAGE_TABLES = 0x3_F800_0000
SPACE = 0x4_0000_0000

STACK_SIZE = 8 << 20

# Page table entries.
PRESENT, WRITABLE, USER, ACCESSED, DIRTY = 1 << 0, 1 << 1, 1 << 2, 1 << 5, 1 << 6
KERNEL_PAGE = PRESENT | WRITABLE | ACCESSED | DIRTY
READ_ONLY_PAGE = PRESENT | USER | ACCESSED | DIRTY
READ_WRITE_PAGE = READ_ONLY_PAGE | WRITABLE

PROT_READ, PROT_WRITE = 1, 2
MAP_PRIVATE, MAP_FIXED, MAP_ANONYMOUS, MAP_NORESERVE = 0x02, 0x10, 0x20, 0x4000
MADV_DONTNEED = 4


def page_of(address):
    return address // PAGE


def page_up(address):
    return (address + PAGE - 1) // PAGE * PAGE


class Memory:
    """The guest's memory, and the page tables that say what of it the guest may touch."""

    def __init__(self):
        self._libc = ctypes.CDLL(None, use_errno=True)
        self._libc.mmap.restype = ctypes.c_void_p
        self._libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, *[ctypes.c_int] * 3, ctypes.c_long]
        self._libc.madvise.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
        flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        self._host = self._libc.mmap(None, SPACE, PROT_READ | PROT_WRITE, flags, -1, 0)
        if self._host == ctypes.c_void_p(-1).value:
            raise OSError(ctypes.get_errno(), "no address space for the guest")
        self.root = self._build_tables()

    def _build_tables(self):
        """Four levels for all of SPACE, the last one empty; returns the address of the first."""
        pages = page_of(SPACE)
        tables, directories = pages // 512, pages // 512 // 512
        self._entries = (ctypes.c_uint64 * pages).from_address(self._host + PAGE_TABLES)
        directory = PAGE_TABLES + 8 * pages
        pointers = directory + directories * PAGE
        root = pointers + PAGE
        for start, count, below in [
            (directory, tables, PAGE_TABLES),
            (pointers, directories, directory),
            (root, 1, pointers),
        ]:
            entries = [below + i * PAGE | READ_WRITE_PAGE for i in range(count)]
            self.write(start, struct.pack(f"<{count}Q", *entries))
        return root

    def supply(self, address):
        """Gives the CPU the host's memory for a page at its first access."""
        address = page_of(address) * PAGE
        bochscpu.memory.page_insert(address, self._host + address)

    def read(self, address, length):
        return ctypes.string_at(self._host + address, length)

    def read_string(self, address):
        return ctypes.string_at(self._host + address)

    def write(self, address, data):
        ctypes.memmove(self._host + address, bytes(data), len(data))

    def map(self, address, length, flags):
        """Gives all pages of the range these flags; without PRESENT nothing may touch them."""
        first, end = page_of(address), page_of(address + length + PAGE - 1)
        self._entries[first:end] = [page * PAGE | flags for page in range(first, end)]

    def unmap(self, address, length):
        first, end = page_of(address), page_of(address + length + PAGE - 1)
        self._entries[first:end] = [0] * (end - first)
        self.zero(address, length)

    def zero(self, address, length):
        """Hands whole pages back to the host; the next access finds them zeroed."""
        self._libc.madvise(self._host + address, page_up(length), MADV_DONTNEED)

    def check(self, address, length):
        """EFAULT unless the guest may touch the whole range."""
        for page in range(page_of(address), page_of(address + length + PAGE - 1)):
            if page >= page_of(SPACE) or not self._entries[page] & PRESENT:
                raise OSError(errno.EFAULT, "bad address")


# ---- the program and its stack

ELF_MACHINE_X86_64, ELF_SHARED, SEGMENT_LOAD = 62, 3, 1


class Program:
    """An ELF file loaded into memory."""

    def __init__(self, memory, path):
        with open(path, "rb") as file:
            image = file.read()
        kind, machine, _, entry, headers = struct.unpack_from("<HHIQQ", image, 16)
        if image[:4] != b"\x7fELF" or machine != ELF_MACHINE_X86_64:
            sys.exit(f"x86emu: {path} is no x86-64 program")
        self.path = path
        self.header_size, self.header_count = struct.unpack_from("<HH", image, 54)
        base = POSITION_INDEPENDENT if kind == ELF_SHARED else 0
        self.entry = base + entry
        self.headers = self.end = 0
        for i in range(self.header_count):
            segment = struct.unpack_from("<IIQQQQQQ", image, headers + i * self.header_size)
            segment_kind, _, offset, address, _, in_file, in_memory, _ = segment
            if segment_kind != SEGMENT_LOAD:
                continue
            address += base
            memory.map(address, in_memory, READ_WRITE_PAGE)
            memory.write(address, image[offset : offset + in_file])
            self.end = max(self.end, page_up(address + in_memory))
            if offset <= headers < offset + in_file:
                self.headers = address + headers - offset


AT_NULL, AT_PHDR, AT_PHENT, AT_PHNUM, AT_PAGESZ = 0, 3, 4, 5, 6
AT_ENTRY, AT_UID, AT_EUID, AT_GID, AT_EGID = 9, 11, 12, 13, 14
AT_PLATFORM, AT_CLKTCK, AT_SECURE, AT_RANDOM, AT_EXECFN = 15, 17, 23, 25, 31


def build_stack(memory, program, arguments):
    """Arguments, environment and auxiliary vector as Linux leaves them; returns the stack pointer."""
    memory.map(STACK_END - STACK_SIZE, STACK_SIZE, READ_WRITE_PAGE)
    top = STACK_END

    def push(data):
        nonlocal top
        top -= len(data)
        memory.write(top, data)
        return top

    environment = [f"{k}={v}" for k, v in os.environ.items() if k != "LD_PRELOAD"]
    argv = [push(os.fsencode(text) + b"\0") for text in arguments]
    envp = [push(os.fsencode(text) + b"\0") for text in environment]
    auxiliary = {
        AT_PHDR: program.headers,
        AT_PHENT: program.header_size,
        AT_PHNUM: program.header_count,
        AT_PAGESZ: PAGE,
        AT_ENTRY: program.entry,
        AT_UID: 0,
        AT_EUID: 0,
        AT_GID: 0,
        AT_EGID: 0,
        AT_CLKTCK: 100,
        AT_SECURE: 0,
        AT_RANDOM: push(os.urandom(16)),
        AT_PLATFORM: push(b"x86_64\0"),
        AT_EXECFN: argv[0],
        AT_NULL: 0,
    }
    words = [len(argv), *argv, 0, *envp, 0]
    for pair in auxiliary.items():
        words += pair
    top = (top - 8 * len(words)) // 16 * 16
    memory.write(top, struct.pack(f"<{len(words)}Q", *words))
    return top


# ---- system calls

READ, WRITE, CLOSE, FSTAT, POLL, LSEEK, MMAP, MPROTECT, MUNMAP, BRK = 0, 1, 3, 5, 7, 8, 9, 10, 11, 12
RT_SIGACTION, RT_SIGPROCMASK, WRITEV, SCHED_YIELD, MREMAP, MADVISE = 13, 14, 20, 24, 25, 28
NANOSLEEP, GETPID, CLONE, EXIT, FCNTL, READLINK, SIGALTSTACK = 35, 39, 56, 60, 72, 89, 131
ARCH_PRCTL, GETTID, FUTEX, SCHED_GETAFFINITY, SET_TID_ADDRESS = 158, 186, 202, 204, 218
CLOCK_GETTIME, CLOCK_NANOSLEEP, EXIT_GROUP, TGKILL, OPENAT = 228, 230, 231, 234, 257
NEWFSTATAT, READLINKAT, SET_ROBUST_LIST, PRLIMIT64, GETRANDOM, CLONE3 = 262, 267, 273, 302, 318, 435

ARCH_SET_FS = 0x1002
FUTEX_COMMAND, FUTEX_WAKE = 127, 1
SS_DISABLE = 2
AT_FDCWD, AT_EMPTY_PATH = -100, 0x1000
PROCESS_ID = 4242
INFINITY = (1 << 64) - 1


def signed32(number):
    return (number & 0xFFFF_FFFF ^ 0x8000_0000) - 0x8000_0000


class Linux:
    """The system calls. A method takes the arguments in order and returns what RAX gets."""

    def __init__(self, memory, program):
        self._memory = memory
        self._program = program
        self._heap = self._break = program.end
        self._next_mapping = MAPPINGS
        self._trace = "X86EMU_TRACE" in os.environ
        ignored = [POLL, RT_SIGPROCMASK, SCHED_YIELD, NANOSLEEP, FCNTL, CLOCK_NANOSLEEP, SET_ROBUST_LIST]
        self._calls = {number: lambda *_: 0 for number in ignored} | {
            READ: self.read,
            WRITE: self.write,
            CLOSE: self.close,
            FSTAT: self.fstat,
            LSEEK: self.lseek,
            MMAP: self.mmap,
            MPROTECT: self.mprotect,
            MUNMAP: self.munmap,
            BRK: self.brk,
            RT_SIGACTION: self.rt_sigaction,
            WRITEV: self.writev,
            MREMAP: self.mremap,
            MADVISE: self.madvise,
            GETPID: lambda *_: PROCESS_ID,
            CLONE: lambda *_: -errno.EAGAIN,
            EXIT: self.exit,
            READLINK: self.readlink,
            SIGALTSTACK: self.sigaltstack,
            ARCH_PRCTL: self.arch_prctl,
            GETTID: lambda *_: PROCESS_ID,
            FUTEX: self.futex,
            SCHED_GETAFFINITY: self.sched_getaffinity,
            SET_TID_ADDRESS: lambda *_: PROCESS_ID,
            CLOCK_GETTIME: self.clock_gettime,
            EXIT_GROUP: self.exit,
            TGKILL: self.tgkill,
            OPENAT: self.openat,
            NEWFSTATAT: self.newfstatat,
            READLINKAT: lambda _directory, *rest: self.readlink(*rest),
            PRLIMIT64: self.prlimit64,
            GETRANDOM: self.getrandom,
            CLONE3: lambda *_: -errno.EAGAIN,
        }

    def enter(self, session, _cpu_id, linear, _physical):
        """The hook for CLFLUSH: the stub's is a system call, any other one means nothing."""
        if linear != Stub.DOORBELL:
            return
        cpu = session.cpu
        number, arguments = cpu.rax, (cpu.rdi, cpu.rsi, cpu.rdx, cpu.r10, cpu.r8, cpu.r9)
        try:
            result = self._call(number, arguments)
        except OSError as error:
            result = -error.errno
        except Exception:
            traceback.print_exc()
            leave(1)
        if self._trace:
            shown = ", ".join(f"{argument:#x}" for argument in arguments)
            print(f"x86emu: call {number}({shown}) = {result:#x}", file=sys.stderr)
        self._memory.write(Stub.RESULT, struct.pack("<Q", result & INFINITY))

    def _call(self, number, arguments):
        call = self._calls.get(number)
        return call(*arguments) if call else -errno.ENOSYS

    # processes

    def exit(self, status, *_):
        leave(status & 255)

    def tgkill(self, _group, _thread, number, *_):
        die(f"raised {signal.Signals(number).name}", number)

    def rt_sigaction(self, _signal, _new, old, *_):
        if old:
            self._put(old, bytes(32))
        return 0

    def sigaltstack(self, _new, old, *_):
        if old:
            self._put(old, struct.pack("<QQQ", 0, SS_DISABLE, 0))
        return 0

    def arch_prctl(self, code, address, *_):
        if code != ARCH_SET_FS:
            return -errno.EINVAL
        self._memory.write(Stub.FS_BASE, struct.pack("<Q", address))
        return 0

    def futex(self, _address, operation, *_):
        """Nobody else is there to wake, or to wait for."""
        return 0 if operation & FUTEX_COMMAND == FUTEX_WAKE else -errno.EAGAIN

    def sched_getaffinity(self, _process, _size, mask, *_):
        self._put(mask, struct.pack("<Q", 1))
        return 8

    def prlimit64(self, _process, _resource, _new, old, *_):
        if old:
            self._put(old, struct.pack("<QQ", STACK_SIZE, INFINITY))
        return 0

    def clock_gettime(self, clock, result, *_):
        seconds, nanoseconds = divmod(time.clock_gettime_ns(signed32(clock)), 10**9)
        self._put(result, struct.pack("<qq", seconds, nanoseconds))
        return 0

    def getrandom(self, result, length, *_):
        self._put(result, os.urandom(length))
        return length

    # memory

    def brk(self, end, *_):
        if self._heap <= end < MAPPINGS:
            if end > self._break:
                self._memory.map(self._break, end - self._break, READ_WRITE_PAGE)
            self._break = page_up(max(end, self._break))
            return end
        return self._break

    def mmap(self, address, length, protection, flags, *_):
        if not flags & MAP_ANONYMOUS:
            return -errno.ENODEV
        if flags & MAP_FIXED:
            self._memory.unmap(address, length)
        else:
            address = self._reserve(length)
        self.mprotect(address, length, protection)
        return address

    def _reserve(self, length):
        """Fresh addresses, with a page that nobody may touch after them."""
        address = self._next_mapping
        if address + length > STACK_END - STACK_SIZE - PAGE:
            raise OSError(errno.ENOMEM, "out of addresses")
        self._next_mapping += page_up(length) + PAGE
        return address

    def mprotect(self, address, length, protection, *_):
        if protection & PROT_WRITE:
            self._memory.map(address, length, READ_WRITE_PAGE)
        else:
            self._memory.map(address, length, READ_ONLY_PAGE if protection else 0)
        return 0

    def munmap(self, address, length, *_):
        self._memory.unmap(address, length)
        return 0

    def mremap(self, address, length, wanted, *_):
        moved = self.mmap(0, wanted, PROT_READ | PROT_WRITE, MAP_ANONYMOUS)
        self._memory.write(moved, self._memory.read(address, min(length, wanted)))
        self._memory.unmap(address, length)
        return moved

    def madvise(self, address, length, advice, *_):
        if advice == MADV_DONTNEED:
            self._memory.zero(address, length)
        return 0

    # files, for reading; descriptors are the host's

    def openat(self, directory, path, flags, *_):
        if flags & (os.O_WRONLY | os.O_RDWR):
            return -errno.EROFS
        directory = signed32(directory)
        parent = None if directory == AT_FDCWD else directory
        return os.open(self._memory.read_string(path), os.O_RDONLY | flags & os.O_DIRECTORY, dir_fd=parent)

    def close(self, descriptor, *_):
        if descriptor > 2:
            os.close(descriptor)
        return 0

    def read(self, descriptor, result, length, *_):
        data = os.read(descriptor, length)
        self._put(result, data)
        return len(data)

    def write(self, descriptor, data, length, *_):
        self._memory.check(data, length)
        return os.write(descriptor, self._memory.read(data, length))

    def writev(self, descriptor, vectors, count, *_):
        written = 0
        for i in range(count):
            written += self.write(descriptor, *struct.unpack("<QQ", self._memory.read(vectors + 16 * i, 16)))
        return written

    def lseek(self, descriptor, offset, whence, *_):
        offset -= (offset >> 63) << 64
        return os.lseek(descriptor, offset, whence)

    def fstat(self, descriptor, result, *_):
        return self._stat(os.fstat(descriptor), result)

    def newfstatat(self, directory, path, result, flags, *_):
        path = self._memory.read_string(path)
        if not path and flags & AT_EMPTY_PATH:
            return self.fstat(directory, result)
        directory = signed32(directory)
        return self._stat(os.stat(path, dir_fd=None if directory == AT_FDCWD else directory), result)

    def _stat(self, status, result):
        """`struct stat`: device, inode and links; mode and owner; size and blocks; no times."""
        blocks = (status.st_size + 511) // 512
        head = struct.pack("<QQQIIII", status.st_dev, status.st_ino, 1, status.st_mode, 0, 0, 0)
        device = status.st_rdev if stat.S_ISCHR(status.st_mode) else 0
        self._put(result, (head + struct.pack("<Qqqq", device, status.st_size, PAGE, blocks)).ljust(144, b"\0"))
        return 0

    def readlink(self, path, result, length, *_):
        if self._memory.read_string(path) != b"/proc/self/exe":
            return -errno.EINVAL
        target = os.fsencode(os.path.abspath(self._program.path))[:length]
        self._put(result, target)
        return len(target)

    def _put(self, address, data):
        self._memory.check(address, len(data))
        self._memory.write(address, data)


# ---- the machine

MSR_FS_BASE = 0xC000_0100


class Stub:
    """Where SYSCALL lands: machine code, and the memory through which `Linux` answers it."""

    RESULT = SYSTEM
    FS_BASE = SYSTEM + 8
    SAVED_RCX = SYSTEM + 16
    SAVED_RDX = SYSTEM + 24
    DOORBELL = SYSTEM + 128
    CODE = SYSTEM + 256
    SEGMENTS = SYSTEM + 512

    @classmethod
    def code(cls):
        def at(address):
            return struct.pack("<I", address)

        return b"".join(
            [
                b"\x0f\xae\x3c\x25" + at(cls.DOORBELL),  # clflush [DOORBELL]
                b"\x48\x89\x0c\x25" + at(cls.SAVED_RCX),  # mov [SAVED_RCX], rcx
                b"\x48\x89\x14\x25" + at(cls.SAVED_RDX),  # mov [SAVED_RDX], rdx
                b"\x0f\x20\xd8",  # mov rax, cr3
                b"\x0f\x22\xd8",  # mov cr3, rax
                b"\xb9" + at(MSR_FS_BASE),  # mov ecx, MSR_FS_BASE
                b"\x8b\x04\x25" + at(cls.FS_BASE),  # mov eax, [FS_BASE]
                b"\x8b\x14\x25" + at(cls.FS_BASE + 4),  # mov edx, [FS_BASE + 4]
                b"\x0f\x30",  # wrmsr
                b"\x48\x8b\x0c\x25" + at(cls.SAVED_RCX),  # mov rcx, [SAVED_RCX]
                b"\x48\x8b\x14\x25" + at(cls.SAVED_RDX),  # mov rdx, [SAVED_RDX]
                b"\x48\x8b\x04\x25" + at(cls.RESULT),  # mov rax, [RESULT]
                b"\x48\x0f\x07",  # sysretq
            ]
        )


# Global descriptor table; SYSCALL and SYSRET derive their selectors from STAR.
KERNEL_CODE, SYSRET_BASE, USER_DATA, USER_CODE = 0x10, 0x23, 0x2B, 0x33
DESCRIPTORS = [
    0,
    0,
    0x00AF_9B00_0000_FFFF,  # 0x10: 64-bit code, ring 0
    0x00CF_9300_0000_FFFF,  # 0x18: data, ring 0
    0x00CF_FB00_0000_FFFF,  # 0x20: 32-bit code, ring 3
    0x00CF_F300_0000_FFFF,  # 0x28: data, ring 3
    0x00AF_FB00_0000_FFFF,  # 0x30: 64-bit code, ring 3
    0,
]
CODE_ATTRIBUTES, DATA_ATTRIBUTES = 0xA0FB, 0xC0F3

CR0_PE, CR0_MP, CR0_ET, CR0_NE, CR0_WP, CR0_AM, CR0_PG = (1 << bit for bit in (0, 1, 4, 5, 16, 18, 31))
CR4_PAE, CR4_OSFXSR, CR4_OSXMMEXCPT, CR4_OSXSAVE = (1 << bit for bit in (5, 9, 10, 18))
XCR0 = {"sse": 0x03, "avx": 0x07, "avx512": 0xE7}
RFLAGS_FIXED = 0x2
SYSCALL_CLEARS = 0x4_7700
APIC_ENABLED_AT = 0xFEE0_0900


def segment(selector, attributes):
    result = bochscpu.Segment()
    result.present, result.selector, result.attr = True, selector, attributes
    result.base, result.limit = 0, 0xFFFF_FFFF
    return result


def initial_state(memory, entry, stack):
    """A CPU in 64-bit user mode, about to run the program's first instruction."""
    memory.map(SYSTEM, PAGE, KERNEL_PAGE)
    memory.write(Stub.CODE, Stub.code())
    memory.write(Stub.SEGMENTS, struct.pack("<8Q", *DESCRIPTORS))

    state = bochscpu.State()
    bochscpu.cpu.set_long_mode(state)
    state.cr0 = CR0_PE | CR0_MP | CR0_ET | CR0_NE | CR0_WP | CR0_AM | CR0_PG
    state.cr3 = memory.root
    state.cr4 = CR4_PAE | CR4_OSFXSR | CR4_OSXMMEXCPT | CR4_OSXSAVE
    state.xcr0 = XCR0[os.environ.get("X86EMU_XSAVE", "avx512")]
    state.mxcsr, state.mxcsr_mask = 0x1F80, 0xFFFF
    state.fpcw, state.fptw = 0x37F, 0xFFFF
    state.star = SYSRET_BASE << 48 | KERNEL_CODE << 32
    state.lstar = Stub.CODE
    state.sfmask = SYSCALL_CLEARS
    state.rflags = RFLAGS_FIXED
    state.apic_base = APIC_ENABLED_AT

    state.cs = segment(USER_CODE, CODE_ATTRIBUTES)
    state.ss = state.ds = state.es = segment(USER_DATA, DATA_ATTRIBUTES)
    state.fs = state.gs = segment(0, DATA_ATTRIBUTES)
    table = bochscpu.GlobalSegment()
    table.base, table.limit = Stub.SEGMENTS, 8 * len(DESCRIPTORS) - 1
    state.gdtr = table
    state.rip, state.rsp = entry, stack
    return state


def leave(status):
    """Ends at once, from inside a hook: what the program wrote has been written."""
    sys.stderr.flush()
    os._exit(status)


def die(reason, number):
    print(f"x86emu: {reason}", file=sys.stderr)
    leave(128 + number)


PAGE_FAULT = 14
SIGNALS = {0: signal.SIGFPE, 3: signal.SIGTRAP, 6: signal.SIGILL, 17: signal.SIGBUS, 19: signal.SIGFPE}


def fault(session, _cpu_id, vector, error):
    """The hook for exceptions: no program here handles a signal."""
    number = SIGNALS.get(vector, signal.SIGSEGV)
    place = f" at address {session.cpu.cr2:#x}" if vector == PAGE_FAULT else ""
    reason = f"exception {vector}, error {error:#x}, instruction {session.cpu.rip:#x}"
    die(f"{number.name}{place} ({reason})", number)


def run(arguments):
    memory = Memory()
    program = Program(memory, arguments[0])
    stack = build_stack(memory, program, arguments)
    session = bochscpu.Session()
    session.missing_page_handler = memory.supply
    session.cpu.set_state(initial_state(memory, program.entry, stack))
    hooks = bochscpu.Hook()
    hooks.clflush = Linux(memory, program).enter
    hooks.exception = fault
    session.run([hooks])
    sys.exit("x86emu: the CPU stopped")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    run(sys.argv[1:])
