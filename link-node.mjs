// Runs after `npm ci`. npm before version 11 leaves out the link to the Node of the packages; this adds it.
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'

const folder = 'node_modules/.bin'
const target = `node-${process.platform}-${process.arch}/bin/node`
if (existsSync(`node_modules/${target}`) && !existsSync(`${folder}/node`)) {
  mkdirSync(folder, { recursive: true })
  symlinkSync(`../${target}`, `${folder}/node`)
}
