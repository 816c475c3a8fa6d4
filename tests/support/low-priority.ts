import { setPriority } from 'node:os'

setPriority(2)
