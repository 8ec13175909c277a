// The version of this build, from the package it is part of.
import { readFileSync } from 'node:fs'

const file = new URL('../../package.json', import.meta.url)

export const version: string = JSON.parse(readFileSync(file, 'utf8')).version
