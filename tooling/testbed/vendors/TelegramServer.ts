import { at, isJson, jsonReply, startVendor, textWithin, unless, type VendorServer } from "./VendorServer.ts"

const TAG = /<(?!\/?(?:b|code)>|\/a>|a href="https?:\/\/[^"<>]*">)/u
const ENTITY = /&(?!(?:amp|lt|gt|quot|#39);)/u

const DESCRIPTIONS: Readonly<Record<number, string>> = {
  400: "Bad Request: can't parse entities",
  401: "Unauthorized",
  403: "Forbidden: bot was blocked by the user",
  404: "Not Found",
  410: "Gone",
  413: "Request Entity Too Large",
  500: "Internal Server Error"
}

/** Starts a server that accepts messages like the Bot API of Telegram. */
export const startTelegram = (): Promise<VendorServer> => {
  const known = new Map<unknown, string>()
  return startVendor({
    check: (request) => {
      const text = String(request.json?.["text"])
      const isEdit = request.url.pathname.endsWith("/editMessageText")
      const edited = request.json?.["message_id"]
      return [
        ...unless(request.method === "POST", "must be POST"),
        ...unless(/^\/bot\d+:[\w-]+\/(?:sendMessage|editMessageText)$/u.test(request.url.pathname), "unknown path"),
        ...isJson(request),
        ...unless(!isEdit || known.has(edited), "message to edit not found"),
        ...unless(!isEdit || known.get(edited) !== text, "message is not modified"),
        ...unless(/^(?:-?\d+|@\w+)$/u.test(String(request.json?.["chat_id"])), "chat not found"),
        ...textWithin(request.json?.["text"], 4_096, "text"),
        ...unless(request.json?.["parse_mode"] === "HTML", "parse_mode must be HTML"),
        ...unless(!TAG.test(text), "an unknown tag"),
        ...unless(!ENTITY.test(text), "an unknown entity"),
        ...unless((text.match(/<b>/gu) ?? []).length === (text.match(/<\/b>/gu) ?? []).length, "a tag is not closed"),
        ...unless(at(request.json, "link_preview_options", "is_disabled") === true, "previews are enabled")
      ]
    },
    accept: ({ json, url }, count) => {
      const id = url.pathname.endsWith("/editMessageText") ? json?.["message_id"] : count
      known.set(id, String(json?.["text"]))
      return jsonReply(200, { ok: true, result: { message_id: id, chat: { id: 1 } } })
    },
    refuse: (status, wait, problems) => {
      const isLimit = status === 429
      const seconds = wait === null ? {} : { parameters: { retry_after: wait } }
      const description = isLimit ? "Too Many Requests" : (DESCRIPTIONS[status] ?? "error")
      const detail = problems.length === 0 ? description : `Bad Request: ${problems.join(", ")}`
      return jsonReply(status, { ok: false, error_code: status, description: detail, ...(isLimit ? seconds : {}) })
    }
  })
}
