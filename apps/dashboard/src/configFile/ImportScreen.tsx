import type { ImportSource } from "@mon/import"
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from "react"
import { Link } from "wouter"
import { reread } from "../api/accountQueries.ts"
import { useAccount } from "../api/queries.ts"
import type { ConfigPlan, ConfigResult } from "./configFileEndpoints.ts"
import { Applied, PlanView } from "./PlanView.tsx"
import { dropsFiles } from "../form/dropsFiles.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { Card } from "../ui/Card.tsx"
import { Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useScreenWords } from "../words/useScreenWords.ts"
import { askImporter } from "../importing/askImporter.ts"
import { carriedFiles } from "../importing/carriedFiles.ts"
import { textsOf } from "../importing/chosenFiles.ts"
import type { ChosenFile, ReadFiles } from "../importing/importMessages.ts"
import { ImportPreview } from "./ImportPreview.tsx"
import { importWords } from "../importing/importWords.ts"
import type { ConfigDocument } from "@mon/api-contract/config-file"
import { Note } from "./Note.tsx"

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null

const own = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/**
 * Returns the name, or otherwise the address, of the object at a path such as `domains.robot-1.url`. Null: the object
 * has neither.
 */
const nameIn = (document: ConfigDocument, path: string): string | null => {
  const [section = "", key = ""] = path.split(".")
  const object = own(own(document, section), key)
  const name = own(object, "name") ?? own(object, "url")
  return typeof name === "string" ? name : null
}

/** The kinds of files, in the order of the menu. */
const sources: ReadonlyArray<ImportSource> = [
  "uptime-kuma",
  "uptimerobot",
  "better-stack",
  "healthchecks",
  "cronitor",
  "updown",
  "statuscake",
  "openstatus",
  "gatus",
  "blackbox",
  "changedetection",
  "statuspage",
  "curl",
  "har",
  "csv",
  "list"
]

const isSource = (name: string): name is ImportSource => (sources as ReadonlyArray<string>).includes(name)

/**
 * Keeps the chosen files, their kind and their contents. If the person chooses files again, the result for the earlier
 * files is ignored.
 */
const useFiles = () => {
  const words = useScreenWords(importWords)
  const plan = useAccount().data?.plan
  const [files, setFiles] = useState<ReadonlyArray<ChosenFile>>([])
  const [source, setSource] = useState<ImportSource | null>(null)
  const [read, setRead] = useState<ReadFiles | null>(null)
  const [problem, setProblem] = useState<ReactNode>(null)
  const [isReading, setReading] = useState(false)
  const newest = useRef(0)

  const begin = (): (() => boolean) => {
    const mine = ++newest.current
    setRead(null)
    setProblem(null)
    setReading(true)
    return () => mine === newest.current
  }
  const end = (message: ReactNode): void => {
    setProblem(message)
    setReading(false)
  }
  const ask = async (chosen: ReadonlyArray<ChosenFile>, wanted: ImportSource | null, isNewest: () => boolean) => {
    const answer = await askImporter({
      kind: "read",
      files: chosen,
      source: wanted,
      ...(plan === undefined ? {} : { plan })
    })
    if (!isNewest()) return
    if (answer.kind === "read") {
      setSource(answer.source)
      setRead(answer)
      end(null)
    } else if (answer.kind === "refused") {
      setSource(answer.source)
      end(answer.message === null ? words.unknown : <Note text={answer.message} />)
    } else end(words.stopped)
  }
  const readCarried = useEffectEvent(() => {
    const carried = carriedFiles()
    if (carried.length === 0) return
    setFiles(carried)
    void ask(carried, null, begin())
  })
  useEffect(readCarried, [])
  return {
    source,
    read,
    problem,
    isReading,
    choose: async (list: FileList | null) => {
      if (list === null || list.length === 0) return
      const isNewest = begin()
      const texts = await textsOf([...list])
      if (!isNewest()) return
      const isRefused = typeof texts === "string"
      setFiles(isRefused ? [] : texts)
      setSource(null)
      if (isRefused) end(words.problem(texts))
      else await ask(texts, null, isNewest)
    },
    chooseSource: async (wanted: ImportSource | null) => {
      setSource(wanted)
      if (files.length > 0) await ask(files, wanted, begin())
    },
    clear: () => {
      begin()
      setFiles([])
      setSource(null)
      setReading(false)
    }
  }
}

const Chooser = ({ chosen }: { readonly chosen: ReturnType<typeof useFiles> }) => {
  const words = useScreenWords(importWords)
  const { choose, chooseSource, isReading, problem, source } = chosen
  return (
    <Card title={words.chooseTitle}>
      <div className={form["plain"]} {...dropsFiles((files) => void choose(files))}>
        <p className={css["small"]}>{words.chooseHint}</p>
        <Field label={words.file} hint={words.fileHint}>
          {(shared) => <input {...shared} type="file" multiple onChange={({ target }) => void choose(target.files)} />}
        </Field>
        <Field label={words.kind}>
          {(shared) => (
            <select
              {...shared}
              value={source ?? ""}
              onChange={({ target }) => void chooseSource(isSource(target.value) ? target.value : null)}
            >
              <option value="">{words.detect}</option>
              {sources.map((name) => (
                <option key={name} value={name}>
                  {words.source(name)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <p role="status">{isReading ? words.reading : ""}</p>
        <FormProblem problem={problem} />
      </div>
    </Card>
  )
}

const ImportScreen = () => {
  const words = useScreenWords(importWords)
  const chosen = useFiles()
  const { clear, read } = chosen
  const [plan, setPlan] = useState<ConfigPlan | null>(null)
  const [result, setResult] = useState<ConfigResult | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const outcome = useRef<HTMLDivElement>(null)
  useEffect(() => {
    setPlan(null)
    if (read !== null) preview.current?.focus()
  }, [read])
  useEffect(() => {
    if (plan !== null || result !== null) outcome.current?.focus()
  }, [plan, result])
  const applied = async (done: ConfigResult) => {
    clear()
    setPlan(null)
    setResult(done)
    await reread([])
  }
  return (
    <Screen title={words.title} note={words.note} actions={<Link href="/config">{words.toConfig}</Link>}>
      <div className={css["stack"]}>
        {result === null ? <Chooser chosen={chosen} /> : null}
        <div ref={preview} tabIndex={-1}>
          {read === null ? null : <ImportPreview read={read} onPlanned={setPlan} />}
        </div>
        <div ref={outcome} tabIndex={-1}>
          {plan === null ? null : (
            <PlanView
              key={plan.planId ?? plan.refused.length}
              plan={plan}
              nameAt={(path) => (read === null ? null : nameIn(read.document, path))}
              onApplied={(done) => void applied(done)}
            />
          )}
          {result === null ? null : <Applied result={result} onAgain={() => setResult(null)} />}
        </div>
      </div>
    </Screen>
  )
}

export default ImportScreen
