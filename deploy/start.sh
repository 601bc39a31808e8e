#!/bin/sh
# Starts a command of Ferrovia in the image. The root file system may be read-only: the kernels that were compiled with
# the image are copied to /tmp, where boards that are laid out later are kept too.
set -eu
if [ ! -e "$FERROVIA_CACHE/kernels" ]; then
    mkdir -p -m 700 "$FERROVIA_CACHE"
    cp -a /opt/ferrovia/cache/kernels "$FERROVIA_CACHE/kernels"
fi
exec ferrovia "$@"
