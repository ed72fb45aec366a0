# roce-lint in a container: `docker build -t roce-lint .`, then
# `docker run --rm -v "$PWD:/work:ro" roce-lint check configs/`.
FROM python:3.12-slim AS build
WORKDIR /source
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY roce_lint ./roce_lint
COPY templates ./templates
COPY rules ./rules
RUN python -m venv /opt/roce-lint \
    && /opt/roce-lint/bin/pip install --no-cache-dir --disable-pip-version-check .

FROM python:3.12-slim
# git is what `roce-lint gate` compares commits with.
# hadolint ignore=DL3008
RUN apt-get update \
    && apt-get install --yes --no-install-recommends git \
    && rm -rf /var/lib/apt/lists/* \
    && git config --system --add safe.directory /work \
    && useradd --uid 10001 --create-home --shell /usr/sbin/nologin roce-lint
COPY --from=build /opt/roce-lint /opt/roce-lint
ENV PATH=/opt/roce-lint/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
WORKDIR /work
ENTRYPOINT ["roce-lint"]
CMD ["--help"]
