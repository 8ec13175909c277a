# The server as an image: built with everything, run with what it needs at run time, as an ordinary user.
# Without DATABASE_URL it runs its embedded PostgreSQL in /data.
FROM node:24-bookworm-slim AS build
WORKDIR /quarry
COPY package.json package-lock.json .npmrc ./
COPY kit/package.json kit/
COPY sources/package.json sources/
COPY server/package.json server/
COPY sdk/package.json sdk/
COPY cli/package.json cli/
COPY console/package.json console/
COPY plugins/page/package.json plugins/page/
RUN npm ci --ignore-scripts
COPY . .
RUN npm run build && npm prune --omit=dev --ignore-scripts \
  # Only there when npm does not install all of its packages in the root.
  && mkdir -p server/node_modules

FROM node:24-bookworm-slim
ENV NODE_ENV=production QUARRY_HOST=0.0.0.0 QUARRY_DATA_DIR=/data
WORKDIR /quarry
COPY --from=build /quarry/package.json ./
COPY --from=build /quarry/scripts ./scripts
COPY --from=build /quarry/node_modules ./node_modules
COPY --from=build /quarry/server/package.json ./server/
COPY --from=build /quarry/server/node_modules ./server/node_modules
COPY --from=build /quarry/server/dist ./server/dist
COPY --from=build /quarry/server/downloads ./server/downloads
COPY --from=build /quarry/console/dist ./console/dist
COPY --from=build /quarry/cli/package.json /quarry/cli/build.mjs ./cli/
COPY --from=build /quarry/cli/dist ./cli/dist
COPY --from=build /quarry/plugins/page/package.json /quarry/plugins/page/build.mjs ./plugins/page/
COPY --from=build /quarry/plugins/page/dist ./plugins/page/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
# Longer than a call may take: calls in flight are finished.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.QUARRY_PORT || 8080) + '/healthz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "scripts/run.mjs", "serve"]
