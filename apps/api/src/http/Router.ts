import type { Effect } from "effect"
import type { HttpResponse } from "./HttpResponse.ts"
import type { RequestContext } from "./RequestContext.ts"

/** The response to a request, and the name of the endpoint in the metrics. */
export interface LabelledResponse<R> {
  readonly label: string
  readonly response: Effect.Effect<HttpResponse, never, R>
}

export type Router<R> = (context: RequestContext) => LabelledResponse<R>

/** Decodes a path segment. A segment with invalid percent-encoding stays encoded, so it matches no id. */
const decodeSegment = (segment: string): string => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Returns the named segments of a path that matches a template (both split at slashes), or null. */
export const matchPath = (
  template: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): Readonly<Record<string, string>> | null => {
  if (template.length !== segments.length) return null
  const params = new Map<string, string>()
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ""
    if (part.startsWith(":")) {
      if (segment === "") return null
      params.set(part.slice(1), decodeSegment(segment))
    } else if (part !== segment) return null
  }
  return Object.fromEntries(params)
}
