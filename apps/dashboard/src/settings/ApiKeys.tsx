import type { CreateKey } from "@mon/api-contract"
import type { ApiKeyRecord, NewApiKeyRecord } from "@mon/model"
import { useState } from "react"
import { accountEndpoints } from "../api/accountEndpoints.ts"
import { accountKeys, reread, useApiKeys } from "../api/accountQueries.ts"
import { useAccount } from "../api/queries.ts"
import { notify } from "../ui/notify.ts"
import { Button } from "../ui/Button.tsx"
import { Card } from "../ui/Card.tsx"
import { Confirm } from "../ui/Confirm.tsx"
import { Copy } from "../ui/Copy.tsx"
import { curlOf } from "../ui/curlOf.ts"
import { Loaded } from "../ui/Loaded.tsx"
import css from "../ui/Screen.module.css"
import { asksPassword } from "../account/asksPassword.ts"
import { useAccountWords } from "../account/useAccountWords.ts"
import { ConfirmPassword } from "../account/ConfirmPassword.tsx"
import { NewKeyDialog, RenameKeyDialog } from "./KeyDialog.tsx"
import { type KeyAction, KeyRow } from "./KeyRow.tsx"

const NewKey = ({ made, onClose }: { readonly made: NewApiKeyRecord; readonly onClose: () => void }) => {
  const words = useAccountWords().keys
  return (
    <Card title={words.created}>
      <div className={css["text"]}>
        <p>{words.createdHint}</p>
        <div className={css["secret"]}>
          <code>{made.key}</code>
          <Copy text={made.key} label={words.copy} />
        </div>
        <p className={css["small"]}>{words.tryIt}</p>
        <code className={css["code"]} tabIndex={0}>
          {`export MON_API_KEY=${made.key}\n${curlOf({ path: "/account" }, globalThis.location.origin)}`}
        </code>
        <div className={css["end"]}>
          <Button onClick={onClose}>{words.stored}</Button>
        </div>
      </div>
    </Card>
  )
}

/**
 * The open dialog: for an existing key, for a new key, or for the password that is required before a key is created.
 */
type Asked =
  | { readonly kind: KeyAction; readonly key: ApiKeyRecord }
  | { readonly kind: "create" }
  | { readonly kind: "password"; readonly wanted: CreateKey }

export const ApiKeys = () => {
  const words = useAccountWords().keys
  const query = useApiKeys()
  const limit = useAccount().data?.limits.apiKeys
  const [made, setMade] = useState<NewApiKeyRecord | null>(null)
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = () => setAsked(null)
  const about = (kind: KeyAction): ApiKeyRecord | null => (asked?.kind === kind ? asked.key : null)
  const make = async (wanted: CreateKey) => {
    setMade(await accountEndpoints.createKey(wanted))
    await reread(accountKeys.apiKeys)
  }
  const create = async (wanted: CreateKey) => {
    try {
      await make(wanted)
      close()
    } catch (error) {
      if (!asksPassword(error)) throw error
      setAsked({ kind: "password", wanted })
    }
  }
  const replace = async ({ expiresAt, id, name, scope }: ApiKeyRecord) =>
    create({ name, scope, expiresAt, replaces: id })
  const rename = async ({ id }: ApiKeyRecord, name: string) => {
    await accountEndpoints.renameKey(id, name)
    await reread(accountKeys.apiKeys)
    notify(words.renamed)
    close()
  }
  const remove = async ({ id, name }: ApiKeyRecord) => {
    await accountEndpoints.removeKey(id)
    await reread(accountKeys.apiKeys)
    if (made?.id === id) setMade(null)
    notify(words.removed(name))
  }
  const [renamed, replaced, removed] = [about("rename"), about("replace"), about("delete")]
  return (
    <div className={css["stack"]}>
      {made === null ? null : <NewKey made={made} onClose={() => setMade(null)} />}
      <Card
        title={words.title}
        action={
          <Button kind="primary" onClick={() => setAsked({ kind: "create" })}>
            {words.create}
          </Button>
        }
      >
        <div className={css["text"]}>
          <p>
            {words.hint} {limit === undefined ? null : words.limit(limit)} <a href="/docs">{words.docs}</a>
          </p>
          <Loaded query={query} rows={2}>
            {(keys) =>
              keys.length === 0 ? (
                <p className={css["soft"]}>{words.none}</p>
              ) : (
                <ul className={css["list"]}>
                  {keys.map((key) => (
                    <KeyRow key={key.id} apiKey={key} onAsk={(kind) => setAsked({ kind, key })} />
                  ))}
                </ul>
              )
            }
          </Loaded>
        </div>
      </Card>
      <NewKeyDialog open={asked?.kind === "create"} onClose={close} onCreate={create} />
      <RenameKeyDialog
        open={renamed !== null}
        name={renamed?.name ?? ""}
        onClose={close}
        onRename={(name) => (renamed === null ? Promise.resolve() : rename(renamed, name))}
      />
      <Confirm
        open={replaced !== null}
        title={words.replaceTitle(replaced?.name ?? "")}
        action={words.replace}
        onConfirm={() => (replaced === null ? Promise.resolve() : replace(replaced))}
        onClose={() => setAsked((now) => (now?.kind === "replace" ? null : now))}
      >
        <p>{words.replaceHint}</p>
      </Confirm>
      <Confirm
        open={removed !== null}
        title={words.removeTitle(removed?.name ?? "")}
        action={words.remove}
        onConfirm={() => (removed === null ? Promise.resolve() : remove(removed))}
        onClose={close}
      >
        <p>{words.removeHint}</p>
      </Confirm>
      <ConfirmPassword
        open={asked?.kind === "password"}
        onClose={close}
        onConfirmed={() => (asked?.kind === "password" ? make(asked.wanted) : Promise.resolve())}
      />
    </div>
  )
}
