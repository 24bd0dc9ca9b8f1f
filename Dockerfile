# The portal as an image: built where the development packages are, run without them by a user who may write to /data alone.
# docker build --build-arg COMMIT="$(git rev-parse HEAD)" --tag fieldport .

FROM node:24.21.0-trixie-slim AS build
WORKDIR /portal
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY . .
ARG COMMIT=
# The root of the maker's keys, a file of this folder: docs/signing.md.
ARG RELEASE_ROOT=
RUN COMMIT="$COMMIT" RELEASE_ROOT="$RELEASE_ROOT" npm run build && npm ci --omit=dev --no-audit --no-fund
# The image has its own Node. Half of the packages is for compilers, for bundlers, and for readers of their sources.
RUN rm -rf node_modules/node-linux-* node_modules/.bin/node node_modules/typescript node_modules/@typescript node_modules/@types \
  && find node_modules/@aws-sdk node_modules/@smithy -type d \( -name dist-es -o -name dist-types \) -prune -exec rm -rf {} + \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.cts' -o -name '*.d.mts' -o -name '*.md' \) \
    ! -iname 'licen[cs]e*' ! -iname 'notice*' -delete

# Without npm, which is as large as the packages.
FROM debian:13.8-slim
ARG COMMIT=
LABEL org.opencontainers.image.title="Fieldport" org.opencontainers.image.version="1.0.0-rc.1" org.opencontainers.image.revision="$COMMIT"
RUN useradd --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin portal \
  && mkdir /data /backups && chown portal:portal /data /backups
COPY --from=build /usr/local/bin/node /usr/local/bin/node
WORKDIR /portal
COPY --from=build /portal/package.json ./
COPY --from=build /portal/node_modules ./node_modules
COPY --from=build /portal/dist ./dist
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
VOLUME /data /backups
EXPOSE 3000
USER 10001:10001
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
# The signal to stop must reach Node itself.
CMD ["node", "dist/server/main.js"]
