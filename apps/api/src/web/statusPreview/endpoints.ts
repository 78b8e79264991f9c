import { BadRequest, PreviewStatusPage, Unavailable } from "@mon/api-contract"
import { StatusPageDocuments } from "@mon/core-store"
import { logoPath, pageFiles, type StatusPageDocument } from "@mon/status-page"
import { Effect, Schema } from "effect"
import type { currentSession, Session } from "../../auth/currentSession.ts"
import type { HttpResponse } from "../../http/HttpResponse.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { previewOf } from "../../statusPages/pageInput.ts"
import { browserLanguage } from "../page/language.ts"
import { sessionForm } from "../page/session.ts"
import { logoDataUrl } from "../../statusPages/logo.ts"
import { previewWords } from "./previewWords.ts"

/**
 * The name of the field that contains the input, in the same form as the body of `POST /status-pages/preview`. The
 * input contains no new logo.
 */
const FIELD = "page"

/** Only the dashboard may frame a preview. The preview loads nothing, and its links and forms do not work. */
const HEADERS = {
  "Content-Security-Policy":
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store"
} as const

type Words = (typeof previewWords)["en"]

const decode = Schema.decodeUnknownOption(Schema.fromJsonString(PreviewStatusPage))

const answer = (status: number, body: string, contentType: string): HttpResponse => ({
  status,
  body,
  contentType: `${contentType}; charset=utf-8`,
  headers: HEADERS
})

const refused = (status: number, message: string) => answer(status, message, "text/plain")

/** Renders the main page of a status page. The logo is embedded, because a preview has no other files. */
const pageOf = Effect.fnUntraced(function* (document: StatusPageDocument) {
  const written = pageFiles(document).get("")?.().body ?? ""
  const logo = document.logo === null ? null : yield* (yield* StatusPageDocuments).logo(document.id)
  if (document.logo === null || logo === null) return written
  const data = logoDataUrl(logo)
  return written.replace(`./${logoPath(document.logo)}`, data)
})

const preview = Effect.fn("previewStatusPageHtml")(function* (
  { caller }: Session,
  form: URLSearchParams,
  words: Words
) {
  if (caller.viewer.role !== "owner") return refused(403, words.ownerOnly)
  const read = decode(form.get(FIELD) ?? "")
  if (read._tag === "None") return refused(400, words.parts)
  const { logo: _logo, ...input } = read.value
  const found = yield* (yield* StatusPageDocuments).preview(
    caller.viewer,
    yield* previewOf(caller, input),
    (yield* PublicUrl).base()
  )
  if (typeof found === "string") return refused(400, words.parts)
  return answer(200, yield* pageOf(found), "text/html")
})

/** The endpoint that renders unsaved input, for the frame next to the dashboard's form. */
export const statusPreviewEndpoint = sessionForm(
  "/status-preview",
  "statusPages.previewPage",
  (request, session, form) => {
    const words = previewWords[browserLanguage(request)]
    return preview(session, form, words).pipe(
      Effect.catch((error) => {
        if (error instanceof BadRequest) return Effect.succeed(refused(400, words.invalid(error.message)))
        if (error instanceof Unavailable) return Effect.succeed(refused(503, words.unavailable(error.message)))
        return Effect.fail(error)
      })
    )
  },
  { isAudited: false }
)

export type StatusPreviewServices =
  | Effect.Services<ReturnType<typeof preview>>
  | Effect.Services<ReturnType<typeof currentSession>>
