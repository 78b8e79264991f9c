# The same steps as `npm start`: `npm run prestart` installs from package-lock.json and builds. Then one program runs.
#   docker build --tag mon:local .
#   docker build --tag mon:local --build-arg WITH_CHROMIUM=1 .    # with Debian's browser and fonts for screenshots
FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6 AS build
WORKDIR /app
COPY . .
RUN npm run prestart
# The image has Node already: remove the copy that npm installed.
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:24.21.0-bookworm-slim@sha256:0e0ff40c39bc087845bfb27465a0df4ea419520094bc35842ff83dd8cbe6f9b6
ARG WITH_CHROMIUM=0
RUN if [ "$WITH_CHROMIUM" = 1 ]; then \
      apt-get update && \
      apt-get install --yes --no-install-recommends chromium fonts-liberation fonts-noto-cjk && \
      rm -rf /var/lib/apt/lists/*; \
    fi
# The programs that send the packets of `icmp` checks. fping keeps its file capability, and is used if the container has
# NET_RAW. A container without it cannot start programs with this capability, so ping loses it: ping also works where
# the sysctl net.ipv4.ping_group_range allows it, as it does in Docker and in containerd 2.
RUN apt-get update && \
    apt-get install --yes --no-install-recommends fping iputils-ping && \
    { setcap -r /usr/bin/ping || chmod u-s /usr/bin/ping; } && \
    rm -rf /var/lib/apt/lists/*
# The data folder without MON_DATABASE_URL. A volume that is mounted here gets the same owner.
RUN install --directory --owner=node --group=node --mode=0700 /var/lib/mon
WORKDIR /app
COPY --from=build /app/package.json /app/LICENSE ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
COPY --from=build /app/apps ./apps
COPY deploy/container/ready.mjs ./deploy/container/ready.mjs
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=2 \
    MON_DATA_DIR=/var/lib/mon \
    MON_HOST=0.0.0.0 \
    MON_PORT=3000
USER node
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/container/ready.mjs"]
CMD ["node", "--min-semi-space-size=4", "--max-semi-space-size=16", "--heap-growing-percent=40", "apps/standalone/dist/main.js"]
