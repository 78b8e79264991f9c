import type { PageChange, PageMonitor } from "@mon/model"
import { type FormEvent, useMemo, useState } from "react"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import form from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Dialog } from "../ui/Dialog.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { useScreenWords } from "../words/useScreenWords.ts"
import { type ChangedLine, changedLinesOf, testedLinesOf } from "./changedLines.ts"
import css from "./Ignore.module.css"
import { IgnoredLines } from "./IgnoredLines.tsx"
import { suggestPatterns } from "./linePattern.ts"
import { ignoreLines, useChanges, watchLines } from "./pageQueries.ts"
import { ignoringWords } from "./ignoringWords.ts"
import { useMatches } from "./useMatches.ts"

/** The largest number of other changes against which a pattern is tested. */
const OTHERS = 5
/** The largest number of characters of a line that the list shows. */
const SHOWN = 160
/** The longest pattern that the service accepts, in characters. */
const LONGEST = 500

const usePattern = (first: ChangedLine) => {
  const [chosen, setChosen] = useState(first)
  const suggested = useMemo(() => suggestPatterns(chosen.line, chosen.other), [chosen])
  const [pattern, setPattern] = useState(() => suggested[0]?.pattern ?? "")
  const choose = (line: ChangedLine) => {
    setChosen(line)
    setPattern(suggestPatterns(line.line, line.other)[0]?.pattern ?? "")
  }
  return { chosen, choose, suggested, pattern, setPattern }
}

/** Returns the line that a person most likely wants to ignore: a line that the page contains now. */
const likeliest = (lines: ReadonlyArray<ChangedLine>): ChangedLine | undefined =>
  lines.find(({ line }) => line.op === "insert") ?? lines[0]

const IgnoreForm = ({
  change,
  first,
  onClose,
  page
}: {
  readonly page: PageMonitor
  readonly change: PageChange
  readonly first: ChangedLine
  readonly onClose: () => void
}) => {
  const { words } = useLanguage()
  const text = useScreenWords(ignoringWords)
  const sentence = useSentence()
  const lines = useMemo(() => changedLinesOf(change), [change])
  const { choose, chosen, pattern, setPattern, suggested } = usePattern(first)
  const [ignoreCase, setIgnoreCase] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const changes = useChanges(page.id).data
  const tested = useMemo(
    () => testedLinesOf([change, ...(changes ?? []).filter(({ id }) => id !== change.id).slice(0, OTHERS)]),
    [change, changes]
  )
  const matches = useMatches(pattern, ignoreCase, tested.texts)
  const save = async () => {
    const rule = { matches: pattern, ...(ignoreCase ? { ignoreCase } : {}) }
    setSaving(true)
    setProblem(null)
    try {
      const isNew = await ignoreLines(page.id, rule)
      const undo = () =>
        void watchLines(page.id, rule).then(
          () => notify(words.toast.undone),
          (error: unknown) => notify(sentence(error))
        )
      if (isNew) notify(text.saved, { label: words.toast.undo, run: undo })
      else notify(text.known)
      onClose()
    } catch (error) {
      setProblem(sentence(error))
      setSaving(false)
    }
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (!isSaving) void save()
  }
  return (
    <form className={form["plain"]} onSubmit={submit}>
      <Field label={text.line}>
        {(shared) => (
          <select
            {...shared}
            value={chosen.key}
            onChange={({ target }) => choose(lines.find(({ key }) => key === target.value) ?? chosen)}
          >
            {lines.map(({ key, line }) => (
              <option key={key} value={key}>
                {line.op === "delete" ? "− " : "+ "}
                {line.text.slice(0, SHOWN)}
              </option>
            ))}
          </select>
        )}
      </Field>
      {suggested.length < 2 ? null : (
        <div className={css["kinds"]} role="group" aria-label={text.which}>
          {suggested.map((one) => (
            <button
              key={one.kind}
              type="button"
              aria-pressed={one.pattern === pattern}
              onClick={() => setPattern(one.pattern)}
            >
              {text.kinds[one.kind]}
            </button>
          ))}
        </div>
      )}
      <Field label={text.pattern} hint={text.patternHint}>
        {(shared) => (
          <input
            {...shared}
            className={css["pattern"]}
            required
            maxLength={LONGEST}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            value={pattern}
            onChange={({ target }) => setPattern(target.value)}
          />
        )}
      </Field>
      <label className={form["check"]}>
        <input type="checkbox" checked={ignoreCase} onChange={({ target }) => setIgnoreCase(target.checked)} />{" "}
        {text.ignoreCase}
      </label>
      <IgnoredLines chosen={chosen} isEmpty={pattern === ""} matches={matches} tested={tested} />
      <p className={form["soft"]}>{text.baseline}</p>
      <DialogFoot action={text.save} isDisabled={isSaving} onClose={onClose} problem={problem} />
    </form>
  )
}

export const IgnoreLines = ({
  change,
  line,
  onClose,
  page
}: {
  readonly page: PageMonitor
  readonly change: PageChange
  /** The key of the chosen line. Empty: the most likely line. Null: the dialog is closed. */
  readonly line: string | null
  readonly onClose: () => void
}) => {
  const text = useScreenWords(ignoringWords)
  const lines = useMemo(() => changedLinesOf(change), [change])
  const first = lines.find(({ key }) => key === line) ?? likeliest(lines)
  return (
    <Dialog open={line !== null && first !== undefined} onClose={onClose} title={text.title} wide>
      {first === undefined ? null : <IgnoreForm page={page} change={change} first={first} onClose={onClose} />}
    </Dialog>
  )
}
