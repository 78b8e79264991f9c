import type { Effect } from "effect"
import type { HttpResponse } from "./HttpResponse.ts"
import type { RequestContext } from "./RequestContext.ts"

/** The response to a request, and the route that it is counted under. */
export interface RoutedResponse<R> {
  readonly label: string
  readonly response: Effect.Effect<HttpResponse, never, R>
}

/** Finds the response to a request. */
export type Router<R> = (context: RequestContext) => RoutedResponse<R>

/** A segment that is no valid percent-encoding stays as it is: no id looks like that. */
const decodeSegment = (segment: string): string => {
  if (!segment.includes("%")) return segment
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** The named segments of a path when it fits a template (both split at slashes), else null. */
export const matchPath = (
  template: ReadonlyArray<string>,
  segments: ReadonlyArray<string>
): Readonly<Record<string, string>> | null => {
  if (template.length !== segments.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of template.entries()) {
    const segment = segments[index] ?? ""
    if (part.startsWith(":")) {
      if (segment === "") return null
      params[part.slice(1)] = decodeSegment(segment)
    } else if (part !== segment) return null
  }
  return params
}
