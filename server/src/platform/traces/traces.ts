// OpenTelemetry spans of calls and jobs. Loaded only if tracing is configured, so that other servers pay nothing.
import type { TraceSettings } from '../config/traces.ts'
import { createExporter, type ExporterOptions } from './export-spans.ts'
import { createTracer, type Tracer } from './tracer.ts'

export type Traces = { tracer: Tracer; close: () => Promise<void> }

export type TracesOptions = Pick<ExporterOptions, 'version' | 'onLost'> & { settings: TraceSettings }

export function createTraces({ settings, version, onLost }: TracesOptions): Traces {
  const exporter = createExporter({ ...settings, version, onLost })
  return { tracer: createTracer(settings.sampler, exporter), close: exporter.close }
}
