import { headerList, optional, port, ratio, text, url } from './parsers.ts'
import { setting } from './setting.ts'

/** The endpoints and traces for operators. */
export const operationsSettings = {
  opsPort: setting(
    'ONAIR_OPS_PORT',
    'Port of `/livez`, `/readyz` and `/metrics`, such as 9464; 0 selects a free port; without it, they are not served',
    optional(port),
    null,
  ),
  otlpEndpoint: setting(
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'URL of an OpenTelemetry collector, such as `http://127.0.0.1:4318`; traces are sent by OTLP over HTTP in JSON to its path `/v1/traces`',
    optional(url('http:', 'https:')),
    null,
  ),
  otlpHeaders: setting(
    'OTEL_EXPORTER_OTLP_HEADERS',
    'Headers for the collector, such as `api-key=secret,tenant=a`',
    headerList,
    [],
    true,
  ),
  otelServiceName: setting('OTEL_SERVICE_NAME', 'Name of this service in traces', text, 'onair'),
  traceRatio: setting('OTEL_TRACES_SAMPLER_ARG', 'Share of traces that are sent, 0 to 1', ratio, 1),
  opsHost: setting('ONAIR_OPS_HOST', 'Address of `ONAIR_OPS_PORT`, which must not be public', text, '127.0.0.1'),
}
