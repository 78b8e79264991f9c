/** The parts of oidc-provider that tests use. The package has no types of its own. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http"

  interface KoaContext {
    readonly path: string
    readonly req: IncomingMessage
    readonly res: ServerResponse
    body: unknown
    status: number
    respond: boolean
  }

  interface Grant {
    addOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export class Provider {
    constructor(issuer: string, configuration: object)
    readonly Grant: new (of: { accountId: string; clientId: string }) => Grant
    use(middleware: (context: KoaContext, next: () => Promise<void>) => Promise<void>): void
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}
