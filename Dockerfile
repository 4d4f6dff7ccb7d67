# syntax=docker/dockerfile:1

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build

FROM node:24-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev && npm cache clean --force

FROM debian:bookworm-slim
# Node is the package of that name, in the version that package.json pins. tools/server-process.mjs explains the last
# two variables and the flags below.
ENV PATH=/app/node_modules/.bin:$PATH NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data MALLOC_TRIM_THRESHOLD_=131072 MALLOC_ARENA_MAX=1
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
RUN groupadd --gid 1000 node && useradd --uid 1000 --gid node node && mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT ?? 3000}/readyz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# PUBLIC_URL and BILLING have to be set: HOST is not loopback here, so there are no defaults. See .env.example.
CMD ["node", "--max-semi-space-size=4", "--heap-growing-percent=60", "--wasm-num-compilation-tasks=1", "--wasm-tiering-budget=40000000", "dist/server/main.js"]
