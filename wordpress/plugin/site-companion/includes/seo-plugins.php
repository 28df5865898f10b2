<?php
/**
 * Where an SEO plugin is active, editors enter texts for search engines there: the plugin's own panel and box are not shown, and these
 * functions read what was entered. What was entered in the own panel before counts where the SEO plugin has nothing.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;

defined( 'ABSPATH' ) || exit;

/** A separator and the name of the WordPress site at the end of a title. The site adds its name to every title. */
const SITE_NAME_VARIABLES = '/\s*(?:%%page%%\s*)?(?:%%?sep%%?|#separator_sa)\s*(?:%%?sitename%%?|%%sitetitle%%|#site_title)\s*$/';

/** Whether an SEO plugin is active whose values `seo_of_plugin` can read. */
function has_seo_plugin(): bool {
	return defined( 'WPSEO_VERSION' ) || defined( 'SEOPRESS_VERSION' ) || function_exists( 'aioseo' ) || method_exists( 'RankMath\Helper', 'replace_vars' );
}

/**
 * What an editor has entered in the fields of the active SEO plugin, in the format of the REST API.
 *
 * @return array{title: string, description: string, image: array|false, canonical: string, noindex: ?bool} With null where the plugin's default applies.
 */
function seo_of_plugin( WP_Post $post ): array {
	return match ( true ) {
		defined( 'WPSEO_VERSION' )    => yoast_seo( $post ),
		defined( 'SEOPRESS_VERSION' ) => seopress_seo( $post ),
		function_exists( 'aioseo' )   => aioseo_seo( $post ),
		default                       => rank_math_seo( $post ),
	};
}

/** @param array{title: string, description: string, image: int, canonical: string, noindex: ?bool} $entered With the id of the image. */
function to_entered_seo( array $entered ): array {
	return array(
		'title'       => sanitize_text_field( $entered['title'] ),
		'description' => sanitize_text_field( $entered['description'] ),
		'image'       => attachment_field( $entered['image'] ),
		'canonical'   => clean_canonical( trim( $entered['canonical'] ) ) ?? '',
		'noindex'     => $entered['noindex'],
	);
}

/** A text in the post meta of an item, with its variables replaced. */
function entered_text( WP_Post $post, string $key, callable $replace ): string {
	$value = get_post_meta( $post->ID, $key, true );
	$value = is_string( $value ) ? (string) preg_replace( SITE_NAME_VARIABLES, '', $value ) : '';

	return '' === $value ? '' : (string) $replace( $value );
}

function yoast_seo( WP_Post $post ): array {
	$text = static fn( string $name ): string => entered_text( $post, "_yoast_wpseo_$name", static fn( string $value ): string => function_exists( 'wpseo_replace_vars' ) ? wpseo_replace_vars( $value, $post ) : $value );

	return to_entered_seo(
		array(
			'title'       => $text( 'title' ),
			'description' => $text( 'metadesc' ),
			'image'       => (int) get_post_meta( $post->ID, '_yoast_wpseo_opengraph-image-id', true ),
			'canonical'   => $text( 'canonical' ),
			// 2 means that the item may be indexed although its type may not.
			'noindex'     => array( '1' => true, '2' => false )[ (string) get_post_meta( $post->ID, '_yoast_wpseo_meta-robots-noindex', true ) ] ?? null, // phpcs:ignore WordPress.Arrays.ArrayDeclarationSpacing
		)
	);
}

/** Rank Math has no REST field, and its endpoint `getHead` is disabled by default. */
function rank_math_seo( WP_Post $post ): array {
	$text   = static fn( string $name ): string => entered_text( $post, "rank_math_$name", static fn( string $value ): string => \RankMath\Helper::replace_vars( $value, $post ) );
	$robots = get_post_meta( $post->ID, 'rank_math_robots', true );

	return to_entered_seo(
		array(
			'title'       => $text( 'title' ),
			'description' => $text( 'description' ),
			'image'       => (int) get_post_meta( $post->ID, 'rank_math_facebook_image_id', true ),
			'canonical'   => $text( 'canonical_url' ),
			'noindex'     => is_array( $robots ) && array() !== $robots ? in_array( 'noindex', $robots, true ) : null,
		)
	);
}

function seopress_seo( WP_Post $post ): array {
	$replace = static function ( string $value ) use ( $post ): string {
		if ( ! function_exists( 'seopress_get_service' ) || ! str_contains( $value, '%%' ) ) {
			return $value;
		}
		$context = seopress_get_service( 'ContextPage' )->buildContextWithCurrentId( $post->ID )->getContext();

		return (string) seopress_get_service( 'TagsToString' )->replace( $value, $context );
	};
	$text    = static fn( string $name ): string => entered_text( $post, "_seopress_$name", $replace );

	return to_entered_seo(
		array(
			'title'       => $text( 'titles_title' ),
			'description' => $text( 'titles_desc' ),
			'image'       => (int) get_post_meta( $post->ID, '_seopress_social_fb_img_attachment_id', true ),
			'canonical'   => $text( 'robots_canonical' ),
			// The label of this field is "Do not display this page in search engine results".
			'noindex'     => 'yes' === $text( 'robots_index' ) ? true : null,
		)
	);
}

/** All in One SEO stores its values in a table of its own. */
function aioseo_seo( WP_Post $post ): array {
	$stored = aioseo()->meta->metaData->getMetaData( $post );
	$text   = static fn( string $name ): string => is_object( $stored ) && is_string( $stored->$name ?? null ) ? (string) preg_replace( SITE_NAME_VARIABLES, '', $stored->$name ) : '';
	$title  = $text( 'title' );
	$about  = $text( 'description' );

	return to_entered_seo(
		array(
			'title'       => '' === $title ? '' : (string) aioseo()->meta->title->prepareTitle( $title, $post->ID ),
			'description' => '' === $about ? '' : (string) aioseo()->meta->description->prepareDescription( $about, $post->ID ),
			'image'       => 'custom_image' === $text( 'og_image_type' ) ? attachment_url_to_postid( $text( 'og_image_custom_url' ) ) : 0,
			'canonical'   => $text( 'canonical_url' ),
			'noindex'     => is_object( $stored ) && empty( $stored->robots_default ) ? ! empty( $stored->robots_noindex ) : null,
		)
	);
}
