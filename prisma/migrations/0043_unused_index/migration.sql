-- DropIndex
DROP INDEX "ArticleText_lang_published_category_publishedAt_articleId_idx";
