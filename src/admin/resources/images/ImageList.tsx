import { useTranslate } from 'react-admin';
import { fileScenes, fileStatuses } from '#contract/file.ts';
import { ChoiceFilter } from '../../kit/list/ChoiceFilter.tsx';
import { RecordList } from '../../kit/list/RecordList.tsx';
import { SearchInput } from '../../kit/list/SearchInput.tsx';
import { StatusTabs } from '../../kit/list/StatusTabs.tsx';
import { ImageGrid } from './ImageGrid.tsx';
import { ImageGridSkeleton } from './ImageGridSkeleton.tsx';
import { ImageTrashButton } from './ImageTrashButton.tsx';
import { ImageUploadButton } from './ImageUploadButton.tsx';
import { ImageUploads } from './ImageUploads.tsx';

export const ImageList = () => {
  const translate = useTranslate();
  return (
    <RecordList
      sort={{ field: 'createTime', order: 'DESC' }}
      withCounts
      hasColumns={false}
      tabs={<StatusTabs source="scene" choices={fileScenes} />}
      toolbar={
        <>
          <ImageTrashButton label={fileStatuses.trash.label} />
          <ImageUploadButton />
        </>
      }
      search={<SearchInput placeholder={translate('resources.images.search')} />}
      filters={
        <>
          <ChoiceFilter
            source="unused"
            choices={{
              true: { label: translate('resources.images.unusedOnly') },
              false: { label: translate('resources.images.usedOnly') },
            }}
            parse={value => value === 'true'}
          />
          <ChoiceFilter
            source="isDuplicate"
            choices={{
              true: { label: translate('resources.images.copiesOnly') },
              false: { label: translate('resources.images.firstOnly') },
            }}
            parse={value => value === 'true'}
          />
        </>
      }
      above={<ImageUploads />}
      loading={<ImageGridSkeleton />}
      table={<ImageGrid />}
      cards={<ImageGrid />}
    />
  );
};
