import { workspaceDe } from "../words/workspaceDe.ts"
import { workspaceEn } from "../words/workspaceEn.ts"

/** The words of the name and the logo of the workspace. */
export const workspaceWords = { en: workspaceEn, de: workspaceDe } as const
