<?php
/**
 * Points permalinks and "View" to the site, and redirects WordPress's own pages there, to which "Visit site" leads. Forbids search engines
 * to index WordPress, because its pages duplicate the content of the site.
 */

declare( strict_types = 1 );

namespace SiteCompanion;

use WP_Post;
use WP_Term;

defined( 'ABSPATH' ) || exit;

/** How long browsers may cache a redirect to the site, in seconds. */
const FRONT_REDIRECT_MAX_AGE = 300;

add_filter( 'post_link', __NAMESPACE__ . '\link_on_site', 20, 2 );
add_filter( 'page_link', __NAMESPACE__ . '\link_on_site', 20, 2 );
add_filter( 'post_type_link', __NAMESPACE__ . '\link_on_site', 20, 2 );
// Before WordPress corrects the URL itself (priority 10), after a preview has been opened (priority 0).
add_action( 'template_redirect', __NAMESPACE__ . '\redirect_to_site', 1 );
add_filter( 'wp_headers', static fn( array $headers ): array => array( 'X-Robots-Tag' => 'noindex, nofollow' ) + $headers );
add_filter( 'wp_robots', 'wp_robots_no_robots' );
add_filter( 'wp_sitemaps_enabled', '__return_false' );
// Files have no such header. Pages may be crawled, because a search engine that may not request a page sees neither its redirect nor the header.
add_filter( 'robots_txt', static fn( string $text ): string => $text . 'Disallow: ' . wp_parse_url( site_url( '/wp-content/' ), PHP_URL_PATH ) . "\n", 20 );

/** The URL of the site without a trailing slash; empty if none is configured. */
function site_address(): string {
	return untrailingslashit( setting( 'SITE_COMPANION_SITE_URL' ) );
}

/** The paths of the pages that the site always has besides the home page, by the slug of the page of WordPress with their text. */
function fixed_paths(): array {
	return content_schema()['paths'];
}

/** The path on the site at which an item of this type appears; null if the site does not show the type. */
function site_path( string $type, string $slug ): ?string {
	return match ( $type ) {
		'post', 'page' => fixed_paths()[ $slug ] ?? "/$slug",
		'event'        => "/events/$slug",
		'faq', FAQPAGE => '/faq',
		HOMEPAGE       => '/',
		default        => null,
	};
}

/** The path of an item on the site, for a question with its place on the page; null if the site does not show the item. */
function site_path_of( WP_Post $post ): ?string {
	if ( 'faq' === $post->post_type ) {
		return site_path( 'faq', '' ) . "#faq-$post->ID";
	}
	if ( 'page' === $post->post_type && 'page' === get_option( 'show_on_front' ) ) {
		if ( (int) get_option( 'page_on_front' ) === $post->ID ) {
			return '/';
		}
		if ( (int) get_option( 'page_for_posts' ) === $post->ID ) {
			return '/news';
		}
	}

	return site_path( $post->post_type, $post->post_name );
}

/**
 * The permalink of a published item. Other items keep WordPress's address, which opens their preview.
 */
function link_on_site( string $link, WP_Post|int $post ): string {
	$post = get_post( $post );
	$site = site_address();
	if ( ! $post || '' === $site ) {
		return $link;
	}
	// On edit screens, WordPress requests a link with a placeholder for the slug, also for drafts.
	if ( 1 === preg_match( "/%(?:postname|pagename|$post->post_type)%/", $link, $placeholder ) ) {
		$path = site_path( $post->post_type, $placeholder[0] );
	} else {
		$path = 'publish' === $post->post_status ? site_path_of( $post ) : null;
	}

	return null === $path ? $link : $site . $path;
}

/**
 * Redirects visitors of WordPress's own pages to the same content on the site. Requests for the REST API, wp-admin, the login, cron and
 * files do not run this action.
 */
function redirect_to_site(): void {
	$site = site_address();
	if ( '' === $site || is_robots() || is_favicon() || is_customize_preview() ) {
		return;
	}
	// Short addresses such as /admin and /login. Plugins that hide the login remove this action.
	if ( has_action( 'template_redirect', 'wp_redirect_admin_locations' ) ) {
		wp_redirect_admin_locations();
	}
	// Browsers would cache a 301 without time limit, but the address of the site may change.
	header( 'Cache-Control: public, max-age=' . FRONT_REDIRECT_MAX_AGE );
	// A redirect to another host is safe here, because the host is that of the configured site.
	wp_redirect( front_target( $site ), 301, 'Site Companion' ); // phpcs:ignore WordPress.Security.SafeRedirect
	exit;
}

/** The URL on the site for the current request; for an attachment, the URL of its file in the media library. */
function front_target( string $site ): string {
	$id = (int) get_query_var( 'p' );
	// By this number, WordPress finds only articles. Pages and files have such short links, too.
	$shown = get_queried_object() ?? ( $id > 0 ? get_post( $id ) : null );
	if ( $shown instanceof WP_Post && 'attachment' === $shown->post_type ) {
		return (string) wp_get_attachment_url( $shown->ID );
	}
	if ( is_feed() ) {
		return "$site/news/feed.xml";
	}
	if ( $shown instanceof WP_Post && ( is_singular() || is_404() ) ) {
		$path = 'publish' === $shown->post_status ? site_path_of( $shown ) : null;
		return $site . ( $path ?? requested_path() );
	}
	if ( $shown instanceof WP_Term && is_category() ) {
		return "$site/news?category=" . rawurlencode( rawurldecode( $shown->slug ) );
	}

	return match ( true ) {
		is_front_page()                => "$site/",
		is_home(), is_date(), is_tag() => "$site/news",
		is_tax( 'faq_topic' )          => "$site/faq",
		// The site may have a redirect for a path that WordPress does not know. Otherwise the site shows its error page.
		default                        => $site . requested_path(),
	};
}

/** The path of the current request, relative to the home page of WordPress. */
function requested_path(): string {
	global $wp;

	return '/' . ltrim( (string) $wp->request, '/' );
}
