import { writeConfig } from "@mon/api-contract/config-file"
import { detectSource, fillSecrets, importMonitors } from "@mon/import"
import type { ImportAnswer, ImportRequest } from "./importMessages.ts"

const read = async ({
  files,
  plan,
  source: chosen
}: Extract<ImportRequest, { readonly kind: "read" }>): Promise<ImportAnswer> => {
  const texts = new Map(files.map(({ name, text }) => [name, text]))
  const source = chosen ?? detectSource(texts)
  if (source === null) return { kind: "refused", source, message: null }
  const imported = await importMonitors(source, texts, plan === undefined ? {} : { plan })
  if (!imported.ok) return { kind: "refused", source, message: imported.message }
  return { kind: "read", source, document: imported.document, report: imported.report }
}

const write = ({ document, secrets }: Extract<ImportRequest, { readonly kind: "write" }>): ImportAnswer => {
  const filled = fillSecrets(document, new Map(secrets))
  if (!filled.ok) return { kind: "refused", source: null, message: filled.message }
  return {
    kind: "written",
    text: writeConfig(filled.document),
    leftOut: filled.leftOut,
    lostChannels: filled.lostChannels
  }
}

const detect = ({ files }: Extract<ImportRequest, { readonly kind: "detect" }>): ImportAnswer => ({
  kind: "detected",
  source: detectSource(new Map(files.map(({ name, text }) => [name, text])))
})

const answerTo = (request: ImportRequest): ImportAnswer | Promise<ImportAnswer> => {
  switch (request.kind) {
    case "detect":
      return detect(request)
    case "read":
      return read(request)
    case "write":
      return write(request)
  }
}

addEventListener("message", async ({ data }: MessageEvent<ImportRequest>) => {
  postMessage(await answerTo(data))
})
