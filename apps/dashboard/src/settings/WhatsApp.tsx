import type { WhatsAppNumbers } from "@mon/model"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, useWhatsApp } from "../api/accountQueries.ts"
import { queryClient } from "../api/queries.ts"
import { Field, FormProblem } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Loaded } from "../ui/Loaded.tsx"
import screen from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"

const store = (numbers: WhatsAppNumbers) => queryClient.setQueryData(accountKeys.whatsApp, numbers)

const CodeForm = ({ number }: { readonly number: string }) => {
  const words = useAccountWords().alerts
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    store(await accountEndpoints.confirmWhatsApp(String(form.get("code")).trim()))
    notify(words.numberConfirmed)
  })
  return (
    <form className={css["plain"]} onSubmit={onSubmit}>
      <Field label={words.code} hint={words.codeHint(number)}>
        {(shared) => (
          <input
            {...shared}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            pattern=" *[0-9]{6} *"
            required
          />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={css["save"]}>
        <Button type="submit" kind="primary" disabled={isRunning}>
          {words.confirm}
        </Button>
      </div>
    </form>
  )
}

const NumberForm = ({ isFirst }: { readonly isFirst: boolean }) => {
  const words = useAccountWords().alerts
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    store(await accountEndpoints.setWhatsApp(String(form.get("number")).trim()))
  })
  return (
    <form className={css["plain"]} onSubmit={onSubmit}>
      <Field label={isFirst ? words.number : words.otherNumber} hint={words.numberHint}>
        {(shared) => (
          <input {...shared} type="tel" name="number" autoComplete="tel" placeholder="+491701234567" required />
        )}
      </Field>
      <FormProblem problem={problem} />
      <div className={css["save"]}>
        <Button type="submit" disabled={isRunning}>
          {words.sendCode}
        </Button>
      </div>
    </form>
  )
}

export const WhatsApp = () => {
  const words = useAccountWords().alerts
  const query = useWhatsApp(true)
  const [isRemoving, setRemoving] = useState(false)
  const remove = async () => {
    store(await accountEndpoints.removeWhatsApp())
    notify(words.numberRemoved)
  }
  return (
    <Card title={words.whatsApp}>
      <Loaded query={query} rows={2}>
        {({ number, pendingNumber }) => (
          <div className={screen["text"]}>
            {number === null && pendingNumber === null ? <p className={screen["soft"]}>{words.noNumber}</p> : null}
            {number === null ? null : (
              <p>
                {words.sentTo} <b>{number}</b>
              </p>
            )}
            {pendingNumber === null ? null : <CodeForm number={pendingNumber} />}
            <NumberForm isFirst={number === null && pendingNumber === null} />
            {number === null && pendingNumber === null ? null : (
              <div>
                <Button kind="danger" onClick={() => setRemoving(true)}>
                  {words.removeNumber}
                </Button>
              </div>
            )}
          </div>
        )}
      </Loaded>
      <Confirm
        open={isRemoving}
        title={words.removeNumberTitle(query.data?.number ?? query.data?.pendingNumber ?? "")}
        action={words.removeNumber}
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        <p>{words.removeNumberHint}</p>
      </Confirm>
    </Card>
  )
}
