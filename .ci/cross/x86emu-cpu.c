/*
 * Preloaded into the Python that runs x86emu.py, for the package bochscpu-python 0.4.0:
 *
 * - It always asks for one CPU model (create_corei3_cnl_cpuid). This file stands in for that
 *   constructor and calls the one that X86EMU_CPU names; Bochs holds about thirty.
 * - It was linked against glibc 2.38, which renamed a few scanning functions. They are given here
 *   under their new names, for older systems.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

unsigned long long __isoc23_strtoull(const char *text, char **end, int base)
{
    return strtoull(text, end, base);
}

int __isoc23_sscanf(const char *text, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int fields = vsscanf(text, format, arguments);
    va_end(arguments);
    return fields;
}

typedef void *constructor(void *cpu);

static void give_up(const char *model, const char *reason)
{
    fprintf(stderr, "x86emu: X86EMU_CPU=%s: %s\n", model ? model : "", reason);
    exit(2);
}

/* `create_MODEL_cpuid(BX_CPU_C *)` as C++ spells it, from the library that called us. */
static constructor *find(const char *model, void *caller)
{
    char name[128];
    size_t length = strlen("create_") + strlen(model) + strlen("_cpuid");
    snprintf(name, sizeof name, "_Z%zucreate_%s_cpuidP8BX_CPU_C", length, model);

    Dl_info library;
    if (!dladdr(caller, &library))
        return NULL;
    void *handle = dlopen(library.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    return handle ? (constructor *)dlsym(handle, name) : NULL;
}

void *_Z23create_corei3_cnl_cpuidP8BX_CPU_C(void *cpu)
{
    const char *model = getenv("X86EMU_CPU");
    if (!model || !*model)
        give_up(model, "names no CPU");
    constructor *create = find(model, __builtin_return_address(0));
    if (!create)
        give_up(model, "this Bochs has no such CPU");
    return create(cpu);
}
