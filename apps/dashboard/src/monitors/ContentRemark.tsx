import type { Domain, PageMonitor } from "@mon/model"
import { useState } from "react"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { useSentence } from "../ui/Problem.tsx"
import { useLanguage } from "../words/language.ts"
import { ContentFaultText } from "./ContentFaultText.tsx"
import css from "./Monitor.module.css"

type Mode = Domain["contentFaults"]

/** Shows the content fault of a monitor that is otherwise fine. Shows nothing without such a fault. */
export const ContentRemark = ({
  monitor: { access, contentFault, contentFaults },
  onChange
}: {
  readonly monitor: Pick<Domain | PageMonitor, "access" | "contentFault" | "contentFaults">
  readonly onChange: (mode: Mode) => Promise<unknown>
}) => {
  const { words } = useLanguage()
  const sentence = useSentence()
  const [isSaving, setSaving] = useState(false)
  if (contentFault === null) return null
  const text = words.remark
  const save = async (mode: Mode) => {
    setSaving(true)
    try {
      await onChange(mode)
      if (mode === "down") notify(text.counted, { label: words.toast.undo, run: () => void save("remark") })
      else notify(words.toast.undone)
    } catch (error) {
      notify(sentence(error))
    }
    setSaving(false)
  }
  const isOutage = contentFault.certain && contentFaults === "down"
  return (
    <div className={`${css["notice"]} ${css["remark"]}`}>
      <p>
        <b>
          <ContentFaultText fault={contentFault} />
        </b>
        {isOutage ? null : <span className={css["under"]}> {text.noOutage}</span>}
      </p>
      {contentFault.certain && contentFaults === "remark" && access !== "read" ? (
        <Button disabled={isSaving} onClick={() => void save("down")}>
          {words.form.labels["contentFaults.down"]}
        </Button>
      ) : null}
    </div>
  )
}
