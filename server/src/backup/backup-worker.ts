// The thread of a scheduled backup. It runs at the lowest priority: calls come first.
import { setPriority } from 'node:os'
import { type BackupReply, type BackupTask, runBackupTask } from './backup-task.ts'

const niceness = 19

// On other systems this sets the priority of the whole process, not of the thread.
if (process.platform === 'linux') setPriority(niceness)

export default function backup(task: BackupTask): Promise<BackupReply> {
  return runBackupTask(task)
}
