import { useState } from 'react';
import { sessionLog, useLogVersion } from '../../state/log.ts';
import { t } from '../../strings/index.ts';
import { oneLine, shortId } from '../../ui/text.ts';
import { Field, TextField } from '../../views/Field.tsx';
import { chooseTask, useChosenTask } from './store.ts';

/** Characters of a task's title in the list. */
const TITLE_CHARS = 60;
/** Value of the line that asks for an id; no task has it. */
const OTHER = ' ';

/** Tasks of an agent, the latest first. */
function useTasks(agent: string): { id: string; title: string }[] {
  useLogVersion();
  const found = sessionLog().tree.contexts.flatMap((context) =>
    context.tasks.filter((task) => task.agent === agent && task.id !== undefined),
  );
  return found
    .sort((one, other) => (other.last ?? 0) - (one.last ?? 0))
    .map(({ id = '', title }) => ({ id, title: oneLine(title).slice(0, TITLE_CHARS) }));
}

/** Which task the configurations are of: configurations belong to one each. */
export function TaskField({ agent }: { agent: string }) {
  const tasks = useTasks(agent);
  const task = useChosenTask(agent);
  const [other, setOther] = useState(false);
  const known = tasks.some(({ id }) => id === task);
  const typing = other || (task !== '' && !known);
  const choose = (value: string) => {
    setOther(value === OTHER);
    chooseTask(agent, value === OTHER ? '' : value);
  };
  return (
    <>
      <Field label={t('push.task')} hint={tasks.length === 0 && !typing ? t('push.task.none') : undefined}>
        {({ id, describedBy }) => (
          <select
            id={id}
            className="field"
            data-testid="push-task"
            aria-describedby={describedBy}
            value={typing ? OTHER : task}
            onChange={(event) => choose(event.target.value)}
          >
            <option value="">{t('push.task.choose')}</option>
            {tasks.map((one) => (
              <option key={one.id} value={one.id}>
                {one.title === '' ? shortId(one.id) : t('push.task.option', { title: one.title, id: shortId(one.id) })}
              </option>
            ))}
            <option value={OTHER}>{t('push.task.other')}</option>
          </select>
        )}
      </Field>
      {typing ? (
        <TextField
          label={t('push.task.id')}
          value={task}
          testId="push-task-id"
          onChange={(next) => chooseTask(agent, next.trim())}
        />
      ) : null}
    </>
  );
}
