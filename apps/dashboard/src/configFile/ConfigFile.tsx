import { useEffect, useRef, useState } from "react"
import { Link } from "wouter"
import { reread } from "../api/accountQueries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import { FileOrText } from "../form/FileOrText.tsx"
import form from "../form/Form.module.css"
import { textsOf } from "../importing/chosenFiles.ts"
import { type ForeignFile, foreignFile, ForeignOffer } from "../importing/ForeignFile.tsx"
import { importWords } from "../importing/importWords.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { saveFile } from "../ui/saveFile.ts"
import { Screen } from "../ui/Screen.tsx"
import css from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ConfigPlan, type ConfigResult, configFileEndpoints } from "./configFileEndpoints.ts"
import { configFileWords } from "./configFileWords.ts"
import { Applied, PlanView } from "./PlanView.tsx"

/** The file name that stands for pasted text. */
const PASTED = "mon.yaml"

const Download = () => {
  const words = useScreenWords(configFileWords)
  const { isRunning, onSubmit, problem } = useSubmit(async (data) => {
    const text = await configFileEndpoints.export(String(data.get("project")).trim())
    saveFile(new Blob([text], { type: "application/yaml" }), "mon.yaml")
  })
  return (
    <Card title={words.exportTitle}>
      <form className={form["plain"]} onSubmit={onSubmit}>
        <p className={css["small"]}>{words.exportHint}</p>
        <Field label={words.project} hint={words.projectHint}>
          {(shared) => <input {...shared} name="project" autoComplete="off" spellCheck={false} maxLength={64} />}
        </Field>
        <FormProblem problem={problem} />
        <div className={form["save"]}>
          <Button type="submit" disabled={isRunning}>
            {words.download}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const PlanForm = ({ onPlanned }: { readonly onPlanned: (plan: ConfigPlan) => void }) => {
  const words = useScreenWords(configFileWords)
  const importing = useScreenWords(importWords)
  const [text, setText] = useState("")
  const [fault, setFault] = useState<string | null>(null)
  const [foreign, setForeign] = useState<ForeignFile | null>(null)
  const { isRunning, onSubmit, problem } = useSubmit(async () => {
    const found = await foreignFile({ name: PASTED, text })
    setForeign(found)
    if (found === null) onPlanned(await configFileEndpoints.plan(text))
  })
  const take = async (file: File) => {
    setForeign(null)
    const read = await textsOf([file])
    setFault(typeof read === "string" ? (read === "large" ? words.large : importing.problem(read)) : null)
    const [chosen] = typeof read === "string" ? [] : read
    if (chosen === undefined) return
    setText(chosen.text)
    setForeign(await foreignFile(chosen))
  }
  const change = (changed: string) => {
    setText(changed)
    setForeign(null)
  }
  return (
    <Card title={words.planTitle}>
      <FileOrText
        words={words}
        hint={words.planHint}
        text={text}
        onText={change}
        onFile={(file) => void take(file)}
        onSubmit={onSubmit}
      >
        {foreign === null ? null : <ForeignOffer foreign={foreign} />}
        <FormProblem problem={fault ?? problem} />
        <div className={form["save"]}>
          <Button type="submit" kind="primary" disabled={isRunning || text.trim() === ""}>
            {isRunning ? words.planning : words.plan}
          </Button>
        </div>
      </FileOrText>
    </Card>
  )
}

const ConfigFile = () => {
  const words = useScreenWords(configFileWords)
  const importing = useScreenWords(importWords)
  const [plan, setPlan] = useState<ConfigPlan | null>(null)
  const [result, setResult] = useState<ConfigResult | null>(null)
  const shown = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (plan !== null || result !== null) shown.current?.focus()
  }, [plan, result])
  const planned = (found: ConfigPlan) => {
    setResult(null)
    setPlan(found)
  }
  const applied = async (done: ConfigResult) => {
    setPlan(null)
    setResult(done)
    await reread([])
  }
  return (
    <Screen
      title={words.title}
      note={words.note}
      actions={
        <>
          <Link href="/import">{importing.link}</Link>
          <a href="/docs/mon.schema.json">{words.reference}</a>
        </>
      }
    >
      <div className={css["stack"]}>
        <Download />
        <PlanForm onPlanned={planned} />
        <div ref={shown} tabIndex={-1}>
          {plan === null ? null : (
            <PlanView key={plan.planId ?? plan.refused.length} plan={plan} onApplied={(done) => void applied(done)} />
          )}
          {result === null ? null : <Applied result={result} onAgain={() => setResult(null)} />}
        </div>
      </div>
    </Screen>
  )
}

export default ConfigFile
