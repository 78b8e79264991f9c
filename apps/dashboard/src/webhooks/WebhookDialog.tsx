import type { NewWebhook, NotificationType } from "@mon/model"
import { monitorKinds } from "@mon/model/facts"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread } from "../api/accountQueries.ts"
import { kindNames } from "../api/generalKinds.ts"
import { DialogFoot } from "../form/DialogFoot.tsx"
import { Field } from "../form/Field.tsx"
import css from "../form/Form.module.css"
import { Button } from "../ui/Button.tsx"
import { Copy } from "../ui/Copy.tsx"
import { Dialog } from "../ui/Dialog.tsx"
import screen from "../ui/Screen.module.css"
import { useSubmit } from "../ui/useSubmit.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { useLanguage } from "../words/language.ts"
import { ALL_MONITORS, sourceOf, useWebhookSources } from "./webhookSources.ts"

/** The events of a webhook, in the order of the form. */
const webhookEvents = [
  "status_change",
  "ssl_expiry",
  "ssl_invalid",
  "domain_expiry",
  "email_health_alert",
  "email_health_recovery",
  "weekly_report"
] as const satisfies ReadonlyArray<NotificationType>

const URL_LENGTH = 2_048
const LABEL_LENGTH = 100

/** The published package for receivers of webhooks. The dashboard only shows its name. */
const RECEIVER_PACKAGE = "@mon/alerts"

const VERIFY = `import { verifyWebhook } from "${RECEIVER_PACKAGE}"

const { valid } = verifyWebhook({ secret, headers: request.headers, rawBody })`

const Secret = ({ onClose, webhook }: { readonly webhook: NewWebhook; readonly onClose: () => void }) => {
  const words = useAccountWords().webhooks
  const { words: common } = useLanguage()
  return (
    <div className={screen["text"]}>
      <p>{words.secretHint}</p>
      <div className={screen["secret"]}>
        <code>{webhook.secret}</code>
        <Copy text={webhook.secret} label={words.copySecret} />
      </div>
      <p>{words.verifyHint}</p>
      <code className={screen["code"]} tabIndex={0}>
        {VERIFY}
      </code>
      <div className={screen["end"]}>
        <Button kind="primary" onClick={onClose}>
          {common.dialog.close}
        </Button>
      </div>
    </div>
  )
}

const NewForm = ({
  onClose,
  onCreated
}: {
  readonly onClose: () => void
  readonly onCreated: (webhook: NewWebhook) => void
}) => {
  const { words: common } = useLanguage()
  const words = useAccountWords().webhooks
  const types = useAccountWords().notifications.types
  const { manages, monitors } = useWebhookSources()
  const [source, setSource] = useState<string | null>(null)
  const isOfPage = monitors.some(({ id, kind }) => kind === "url" && id === (source ?? monitors[0]?.id))
  const { isRunning, onSubmit, problem } = useSubmit(async (form) => {
    const label = String(form.get("label")).trim()
    const created = await accountEndpoints.createWebhook({
      ...sourceOf(String(form.get("source")), monitors),
      url: String(form.get("url")).trim(),
      ...(label === "" ? {} : { label }),
      events: webhookEvents.filter((event) => form.has(event))
    })
    await reread(accountKeys.webhooks)
    onCreated(created)
  })
  return (
    <form className={css["plain"]} onSubmit={onSubmit}>
      <Field label={words.source}>
        {(shared) => (
          <select {...shared} name="source" required onChange={({ target }) => setSource(target.value)}>
            {kindNames.map((kind) => {
              const ofKind = monitors.filter((monitor) => monitor.kind === kind)
              return ofKind.length === 0 ? null : (
                <optgroup key={kind} label={common.nav[monitorKinds[kind].screens]}>
                  {ofKind.map(({ host, id, name }) => (
                    <option key={id} value={id}>
                      {name === host ? name : `${name} (${host})`}
                    </option>
                  ))}
                </optgroup>
              )
            })}
            {manages ? <option value={ALL_MONITORS}>{words.sources.account}</option> : null}
          </select>
        )}
      </Field>
      <Field label={words.url} hint={words.urlHint}>
        {(shared) => (
          <input
            {...shared}
            type="url"
            name="url"
            required
            maxLength={URL_LENGTH}
            pattern="https://.*"
            placeholder="https://hooks.example.com/mon"
            autoComplete="off"
          />
        )}
      </Field>
      <Field label={words.label} hint={words.labelHint}>
        {(shared) => <input {...shared} name="label" maxLength={LABEL_LENGTH} autoComplete="off" />}
      </Field>
      <fieldset className={css["field"]}>
        <legend>{words.events}</legend>
        {isOfPage ? <p>{words.pageEvents}</p> : null}
        {webhookEvents.map((event) => (
          <label key={event} className={css["check"]}>
            <input type="checkbox" name={event} defaultChecked={event !== "weekly_report"} /> {types[event]}
          </label>
        ))}
      </fieldset>
      <DialogFoot
        action={words.create}
        isDisabled={isRunning || (monitors.length === 0 && !manages)}
        onClose={onClose}
        problem={problem}
      />
    </form>
  )
}

/** Creates a webhook and shows its secret. The secret is shown only once. */
export const WebhookDialog = ({ onClose, open }: { readonly open: boolean; readonly onClose: () => void }) => {
  const words = useAccountWords().webhooks
  const [created, setCreated] = useState<NewWebhook | null>(null)
  const close = () => {
    onClose()
    setCreated(null)
  }
  return (
    <Dialog open={open} onClose={close} title={created === null ? words.create : words.created}>
      {created === null ? (
        <NewForm onClose={close} onCreated={setCreated} />
      ) : (
        <Secret webhook={created} onClose={close} />
      )}
    </Dialog>
  )
}
