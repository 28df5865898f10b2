# syntax=docker/dockerfile:1

# The version of Node.js in package.json; a test compares the two.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json waku.config.ts ./
COPY private/content private/content
COPY public public
COPY src src
RUN npm run build

FROM node:${NODE_VERSION}-bookworm-slim AS packages
WORKDIR /site
COPY package.json package-lock.json .npmrc ./
# The image contains Node.js. Peer dependencies, such as webpack, are only needed for the build.
RUN npm ci --omit=dev --omit=peer --no-audit --no-fund && rm -rf node_modules/node

FROM node:${NODE_VERSION}-bookworm-slim AS site
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
WORKDIR /site
RUN mkdir /data && chown node:node /data
COPY --from=packages /site/node_modules node_modules
COPY --from=build /site/package.json package.json
COPY --from=build /site/private/content private/content
COPY --from=build /site/dist dist
# For `npm run mail`.
COPY --from=build /site/src src
USER node
VOLUME /data
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-old-space-size=512", "--max-semi-space-size=16", "dist/serve-node.js"]
