import { useEffect, useRef, useState } from 'react';
import { announce } from '../../state/announce.ts';
import { t } from '../../strings/index.ts';
import { Button } from '../../ui/Button.tsx';
import { copyText } from '../../ui/Copy.tsx';
import { Menu } from '../../ui/Menu.tsx';

/** Time the tick stays after a copy, ms. */
const TICK_MS = 1_000;

const FORMS = ['text', 'tsv', 'csv'] as const;

/** Copies what is shown, in one of three forms. */
export function CopyMenu({ texts }: { texts: Record<(typeof FORMS)[number], () => string> }) {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = async (text: string) => {
    await copyText(text);
    announce(t('copy.done'));
    setCopied(true);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setCopied(false), TICK_MS);
  };
  return (
    <Menu
      trigger={
        <Button size="s" icon={copied ? 'check' : 'copy'} data-testid="latency-copy">
          {t('spans.latency.copy')}
        </Button>
      }
      items={FORMS.map((form) => ({
        id: form,
        label: t(`spans.latency.${form}`),
        onSelect: () => void copy(texts[form]()),
      }))}
    />
  );
}
